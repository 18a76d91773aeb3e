(* OCaml, the library uri: `Uri.of_string` and `Uri.resolve`. It never rejects a string.

   It decodes all components, and `to_string` encodes them again, so only those without an escape are reported. An empty
   port is not distinguished from an undefined one. *)

let add_utf8 buffer code = Buffer.add_utf_8_uchar buffer (Uchar.of_int code)

(* The texts of {"input":"…"} or {"input":"…","base":"…"}, in that order. *)
let texts line =
  let hex at = int_of_string ("0x" ^ String.sub line at 4) in
  let rec text buffer at =
    match line.[at] with
    | '"' -> (Buffer.contents buffer, at + 1)
    | '\\' when line.[at + 1] = 'u' ->
      let code = hex (at + 2) in
      if code lsr 10 = 0x36 then begin
        add_utf8 buffer (0x10000 + ((code land 0x3FF) lsl 10) + (hex (at + 8) land 0x3FF));
        text buffer (at + 12)
      end else (add_utf8 buffer code; text buffer (at + 6))
    | '\\' -> Buffer.add_char buffer line.[at + 1]; text buffer (at + 2)
    | c -> Buffer.add_char buffer c; text buffer (at + 1)
  in
  let rec all at =
    match String.index_from_opt line at ':' with
    | None -> []
    | Some at when at + 1 < String.length line && line.[at + 1] = '"' ->
      let found, after = text (Buffer.create 64) (at + 2) in
      found :: all after
    | Some at -> all (at + 1)
  in
  all 0

let is_utf8 text =
  let more = ref 0 in
  let fits c =
    let code = Char.code c in
    let is_inner = code lsr 6 = 2 in
    let was_open = !more > 0 in
    more := if is_inner then !more - 1 else if code < 0xC0 then 0 else if code < 0xE0 then 1 else if code < 0xF0 then 2 else 3;
    is_inner = was_open
  in
  List.for_all fits (List.of_seq (String.to_seq text)) && !more = 0

let quoted text =
  let is_valid = is_utf8 text in
  let escaped = function
    | ('"' | '\\') as c -> Printf.sprintf "\\%c" c
    | c when c < ' ' || c = '\127' -> Printf.sprintf "\\u%04x" (Char.code c)
    | c when c > '\127' && not is_valid -> "\\ufffd"
    | c -> String.make 1 c
  in
  "\"" ^ String.concat "" (List.map escaped (List.of_seq (String.to_seq text))) ^ "\""

let resolve base text = Uri.to_string (Uri.resolve "" (Uri.of_string base) (Uri.of_string text))

let answer = function
  | [ text; base ] -> [ ("target", Some (resolve base text)) ]
  | about ->
    let text = List.hd about in
    let uri = Uri.of_string text in
    let as_written = List.filter (fun _ -> not (String.contains text '%')) in
    let port = match Uri.port uri with Some port -> [ ("port", Some (string_of_int port)) ] | None -> [] in
    [ ("scheme", Uri.scheme uri); ("host", Uri.host uri); ("query", Uri.verbatim_query uri) ]
    @ as_written [ ("userinfo", Uri.userinfo uri); ("path", Some (Uri.path uri)); ("fragment", Uri.fragment uri) ]
    @ port

(* Parses or resolves the strings of a file, several times, and reports the seconds of the fastest round. *)
let timed line about =
  let channel = open_in_bin (List.hd about) in
  let text = really_input_string channel (in_channel_length channel) in
  let text = if String.ends_with ~suffix:"\n" text then String.sub text 0 (String.length text - 1) else text in
  let strings = String.split_on_char '\n' text in
  let rounds = List.nth (Str.split (Str.regexp_string "\"rounds\":") line) 1 in
  let rounds = Scanf.sscanf rounds "%d" Fun.id in
  let each = match about with
    | [ _; base ] -> fun text -> ignore (Sys.opaque_identity (resolve base text))
    | _ -> fun text -> ignore (Sys.opaque_identity (Uri.of_string text)) in
  let best = ref infinity in
  for _ = 1 to rounds do
    let start = Unix.gettimeofday () in
    List.iter each strings;
    best := min !best (Unix.gettimeofday () -. start)
  done;
  Printf.sprintf "{\"seconds\":%.9f,\"strings\":%d" !best (List.length strings)

let () =
  let first = ref (",\"reader\":" ^ quoted ("ocaml-uri " ^ Sys.argv.(1))) in
  try
    while true do
      let line = read_line () in
      let about = texts line in
      let pair (name, part) = Printf.sprintf ",\"%s\":%s" name (Option.fold ~none:"null" ~some:quoted part) in
      let told =
        if String.starts_with ~prefix:"{\"time\"" line then timed line about
        else "{\"valid\":true" ^ String.concat "" (List.map pair (answer about))
      in
      print_string (told ^ !first ^ "}\n");
      flush stdout;
      first := ""
    done
  with End_of_file -> ()
