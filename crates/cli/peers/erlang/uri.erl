%% Erlang, uri_string: parse, resolve, normalize; and Elixir, 'URI': new, merge. The argument names the language. Nothing is
%% decoded; an IP literal has no brackets.
%%
%% In Erlang, an empty port is `undefined`, and reported so. In Elixir it is the port of the scheme, so such a port is not
%% reported.
-module(uri).
-export([main/1]).

main([Name]) ->
    Port = open_port({fd, 0, 1}, [binary, eof, {line, 1048576}]),
    Reader = <<",\"reader\":", (quoted(reader(Name)))/binary>>,
    loop(Port, <<>>, Reader, Name).

reader(erlang) -> ["Erlang/OTP ", erlang:system_info(otp_release), " uri_string, stdlib ", version(stdlib)];
reader(elixir) -> ["Elixir ", version(elixir), " URI"].

version(Application) ->
    ok = case application:load(Application) of {error, {already_loaded, _}} -> ok; Other -> Other end,
    {ok, Version} = application:get_key(Application, vsn),
    Version.

loop(Port, Begun, Reader, Name) ->
    receive
        {Port, {data, {noeol, Part}}} -> loop(Port, <<Begun/binary, Part/binary>>, Reader, Name);
        {Port, {data, {eol, Part}}} ->
            port_command(Port, [told(Name, <<Begun/binary, Part/binary>>), Reader, <<"}\n">>]),
            loop(Port, <<>>, <<>>, Name);
        {Port, eof} -> halt(0)
    end.

told(Name, <<"{\"time\"", _/binary>> = Line) ->
    [File | Base] = texts(Line),
    {match, [Rounds]} = re:run(Line, "\"rounds\":(\\d+)", [{capture, all_but_first, binary}]),
    {ok, Text} = file:read_file(File),
    Strings = binary:split(string:trim(Text, trailing, "\n"), <<"\n">>, [global]),
    Round = fun(_) -> element(1, timer:tc(fun() -> lists:foreach(fun(One) -> catch parsed(Name, [One | Base]) end, Strings) end)) end,
    Best = lists:min(lists:map(Round, lists:seq(1, binary_to_integer(Rounds)))),
    io_lib:format("{\"seconds\":~.6f,\"strings\":~b", [Best / 1.0e6, length(Strings)]);
told(Name, Line) ->
    Texts = texts(Line),
    try parsed(Name, Texts) of
        Parsed when length(Texts) =:= 2 -> [<<"{\"valid\":true">>, pair(target, Parsed)];
        Parsed -> [<<"{\"valid\":true">>, components(Name, hd(Texts), Parsed)]
    catch throw:{refused, Why} ->
        [<<"{\"valid\":false,\"error\":">>, quoted(unicode:characters_to_binary(io_lib:format("~tp", [Why])))]
    end.

%% The parsed input, or the target if there is a base.
parsed(erlang, [Input]) -> checked(uri_string:parse(Input));
parsed(erlang, [Input, Base]) -> checked(uri_string:resolve(Input, Base));
parsed(elixir, [Input]) ->
    case 'Elixir.URI':new(Input) of
        {ok, Uri} -> Uri;
        {error, Part} -> throw({refused, Part})
    end;
parsed(elixir, [Input, Base]) ->
    try 'Elixir.URI':to_string('Elixir.URI':merge(parsed(elixir, [Base]), parsed(elixir, [Input])))
    catch error:#{'__struct__' := 'Elixir.ArgumentError', message := Why} -> throw({refused, Why})
    end.

checked({error, Reason, Term}) -> throw({refused, {Reason, Term}});
checked(Good) -> Good.

components(erlang, Input, Map) ->
    Names = [scheme, userinfo, host, port, path, query, fragment],
    Normal = case uri_string:normalize(Input) of
                 {error, _, _} -> [];
                 Text -> pair(normalized, Text)
             end,
    [Normal | [pair(Name, maps:get(Name, Map, undefined)) || Name <- Names]];
components(elixir, _, Uri) ->
    #{scheme := Scheme, port := Port, path := Path} = Uri,
    Default = is_binary(Scheme) andalso 'Elixir.URI':default_port(Scheme),
    Shown = [pair(port, Port) || Port =:= nil orelse Port =/= Default],
    Names = [scheme, userinfo, host, query, fragment],
    [Shown, pair(path, case Path of nil -> <<>>; _ -> Path end) | [pair(Name, maps:get(Name, Uri)) || Name <- Names]].

pair(Name, None) when None =:= undefined; None =:= nil -> [<<",\"">>, atom_to_binary(Name), <<"\":null">>];
pair(Name, Number) when is_integer(Number) -> pair(Name, integer_to_binary(Number));
pair(Name, Text) -> [<<",\"">>, atom_to_binary(Name), <<"\":">>, quoted(Text)].

%% The texts of {"input":"…"} or {"input":"…","base":"…"}.
texts(Line) ->
    case binary:split(Line, <<":\"">>) of
        [_, Rest] -> {Text, After} = text(Rest, <<>>), [Text | texts(After)];
        _ -> []
    end.

text(<<$", Rest/binary>>, Text) -> {Text, Rest};
text(<<"\\u", High:4/binary, "\\u", D, L:3/binary, Rest/binary>>, Text) when High >= <<"d800">>, High < <<"dc00">> ->
    Code = 16#10000 + (binary_to_integer(High, 16) band 16#3FF) * 1024 + (binary_to_integer(<<D, L/binary>>, 16) band 16#3FF),
    text(Rest, <<Text/binary, Code/utf8>>);
text(<<"\\u", Hex:4/binary, Rest/binary>>, Text) -> text(Rest, <<Text/binary, (binary_to_integer(Hex, 16))/utf8>>);
text(<<"\\", C, Rest/binary>>, Text) -> text(Rest, <<Text/binary, C>>);
text(<<C, Rest/binary>>, Text) -> text(Rest, <<Text/binary, C>>).

quoted(Text) -> <<$", (<< <<(escaped(C))/binary>> || <<C/utf8>> <= iolist_to_binary(Text) >>)/binary, $">>.

escaped(C) when C =:= $"; C =:= $\\ -> <<$\\, C>>;
escaped(C) when C < 32; C =:= 127 -> iolist_to_binary(io_lib:format("\\u~4.16.0b", [C]));
escaped(C) -> <<C/utf8>>.
