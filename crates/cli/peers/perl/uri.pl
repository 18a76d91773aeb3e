# Perl, the module URI. It never rejects a string, and first escapes characters that are invalid in URIs.
#
# Only known schemes have a host. It is decoded octet by octet, has no brackets, and is the one that is contacted; octets
# that are UTF-8 are reported as characters. The raw port is used, since the other one has defaults.
use strict;
use warnings;

BEGIN {
    eval { require URI; 1 } or print(qq({"absent":"no module URI"}\n)), exit 127;
}
$| = 1;

sub text {
    my ($text) = @_;
    return "null" unless defined $text;
    utf8::upgrade($text);
    $text =~ s/([^ !#-\[\]-~])/join "", map { sprintf "\\u%04x", $_ } units(ord $1)/ge;
    return qq("$text");
}

# Encodes a code point in UTF-16.
sub units {
    my ($code) = @_;
    return $code < 0x10000 ? $code : (0xD800 + ($code - 0x10000 >> 10), 0xDC00 + ($code & 0x3FF));
}

# The texts of {"input":"…"} or {"input":"…","base":"…"}: a quote within a text has a backslash, so `","` ends the text.
sub questions {
    my ($line) = @_;
    $line =~ s/^\{"input":"//;
    $line =~ s/"\}\s*$//;
    my @texts = split /","base":"/, $line, 2;
    for (@texts) {
        s/\\u(d[89ab]..)\\u(d[c-f]..)/pack "W", 0x10000 + ((hex($1) & 0x3FF) << 10) + (hex($2) & 0x3FF)/gie;
        s/\\(?:u(....)|(.))/defined $1 ? pack "W", hex $1 : $2/ge;
    }
    return @texts;
}

my $first = qq(,"reader":"Perl URI $URI::VERSION");
while (my $line = <STDIN>) {
    my ($input, $base) = questions($line);
    my %told;
    if (defined $base) {
        $told{target} = URI->new_abs($input, $base)->as_string;
    } else {
        my $uri = URI->new($input);
        %told = (scheme => $uri->_scheme, normalized => $uri->canonical->as_string);
        for my $name (qw(authority userinfo host port path query fragment)) {
            my $method = $name eq "port" ? "_port" : $name;
            $told{$name} = $uri->$method if $uri->can($method);
        }
        utf8::decode($told{host}) if defined $told{host};
    }
    print qq({"valid":true), (map { qq(,"$_":) . text($told{$_}) } sort keys %told), "$first}\n";
    $first = "";
}
