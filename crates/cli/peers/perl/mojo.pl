# Mojolicious, `Mojo::URL`, which splits as RFC 3986, Appendix B, does, and never rejects a string.
#
# The host is the one that is contacted, in Punycode. The userinfo is decoded, so it is reported only if decoding changes
# nothing. Path and query are those that `to_string` prints.
use strict;
use warnings;
use Peer;

eval { require Mojolicious; require Mojo::URL; 1 } or Peer::absent("no module Mojo::URL");

Peer::serve("Mojolicious " . Mojolicious->VERSION . " Mojo::URL", sub {
    my ($input, $base) = @_;
    return (target => Mojo::URL->new($input)->to_abs(Mojo::URL->new($base))->to_unsafe_string) if defined $base;
    my $url = Mojo::URL->new($input);
    my ($userinfo, $fragment) = ($url->userinfo, $url->fragment);
    my %told = (scheme => $url->scheme, host => $url->ihost, port => $url->port, path => $url->path->to_string);
    $told{query} = $url->query->to_string if length $url->query->to_string;
    $told{userinfo} = $userinfo if !defined $userinfo || index($input, "$userinfo@") >= 0;
    $told{fragment} = $fragment if !defined $fragment || $input =~ /#\Q$fragment\E\z/;
    return (%told, normalized => $url->to_unsafe_string);
});
