# Perl, the module URI. It never rejects a string, and first escapes characters that are invalid in URIs.
#
# Only known schemes have a host. It is decoded octet by octet, has no brackets, and is the one that is contacted; octets
# that are UTF-8 are reported as characters. The raw port is used, since the other one has defaults.
use strict;
use warnings;
use Peer;

eval { require URI; 1 } or Peer::absent("no module URI");

Peer::serve("Perl URI $URI::VERSION", sub {
    my ($input, $base) = @_;
    return (target => URI->new_abs($input, $base)->as_string) if defined $base;
    my $uri = URI->new($input);
    my %told = (scheme => $uri->_scheme, normalized => $uri->canonical->as_string);
    for my $name (qw(authority userinfo host port path query fragment)) {
        my $method = $name eq "port" ? "_port" : $name;
        $told{$name} = $uri->$method if $uri->can($method);
    }
    utf8::decode($told{host}) if defined $told{host};
    return %told;
});
