// The worker: an instance of the library off the main thread.
import { type Answered, type Asked, Library } from "./library";

const scope = self as unknown as {
  onmessage: ((event: MessageEvent<WebAssembly.Module | Asked>) => void) | null;
  postMessage(message: Answered): void;
};

const library = new Library();
scope.onmessage = ({ data }) => {
  const answered = library.handle(data);
  if (answered) scope.postMessage(answered);
};
