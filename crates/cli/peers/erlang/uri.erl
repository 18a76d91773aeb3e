%% Erlang, uri_string: parse, resolve, normalize. Nothing is decoded; an IP literal has no brackets,
%% and an empty port is `undefined`, and reported so.
-module(uri).
-export([main/0]).

main() ->
    Port = open_port({fd, 0, 1}, [binary, eof, {line, 1048576}]),
    {ok, _} = application:ensure_all_started(stdlib),
    {ok, Version} = application:get_key(stdlib, vsn),
    Otp = erlang:system_info(otp_release),
    Reader = <<",\"reader\":", (quoted(iolist_to_binary(["Erlang/OTP ", Otp, " uri_string, stdlib ", Version])))/binary>>,
    loop(Port, <<>>, Reader).

loop(Port, Begun, Reader) ->
    receive
        {Port, {data, {noeol, Part}}} -> loop(Port, <<Begun/binary, Part/binary>>, Reader);
        {Port, {data, {eol, Part}}} ->
            Told = try answer(texts(<<Begun/binary, Part/binary>>))
                   catch throw:{refused, Why} -> [<<"{\"valid\":false,\"error\":">>, quoted(unicode:characters_to_binary(io_lib:format("~tp", [Why])))]
                   end,
            port_command(Port, [Told, Reader, <<"}\n">>]),
            loop(Port, <<>>, <<>>);
        {Port, eof} -> halt(0)
    end.

answer([Input]) ->
    Map = checked(uri_string:parse(Input)),
    Names = [scheme, userinfo, host, port, path, query, fragment],
    Normal = case uri_string:normalize(Input) of
                 {error, _, _} -> [];
                 Text -> pair(normalized, Text)
             end,
    [<<"{\"valid\":true">>, Normal | [pair(Name, maps:get(Name, Map, undefined)) || Name <- Names]];
answer([Input, Base]) ->
    [<<"{\"valid\":true,\"target\":">>, quoted(checked(uri_string:resolve(Input, Base)))].

checked({error, Reason, Term}) -> throw({refused, {Reason, Term}});
checked(Good) -> Good.

pair(Name, undefined) -> [<<",\"">>, atom_to_binary(Name), <<"\":null">>];
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
