# The loop and the JSON of all adapters in Perl. An adapter calls `serve` with the name of its parser and a function that
# returns the answer to an input and a base, as a hash of texts; `valid` is true unless the function says otherwise.
package Peer;
use strict;
use warnings;
use Time::HiRes qw(time);

sub absent {
    my ($why) = @_;
    print qq({"absent":"$why"}\n);
    exit 127;
}

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

# The texts of {"input":"…"} or {"input":"…","base":"…"}, in that order: a quote within a text has a backslash.
sub texts {
    my ($line) = @_;
    my @texts = $line =~ /: ?"((?:[^"\\]|\\.)*)"/g;
    for (@texts) {
        s/\\u(d[89ab]..)\\u(d[c-f]..)/pack "W", 0x10000 + ((hex($1) & 0x3FF) << 10) + (hex($2) & 0x3FF)/gie;
        s/\\(?:u(....)|(.))/defined $1 ? pack "W", hex $1 : $2/ge;
    }
    return @texts;
}

# Answers the strings of a file, several times, and reports the seconds of the fastest round.
sub timed {
    my ($answer, $rounds, $file, $base) = @_;
    open my $in, "<:encoding(UTF-8)", $file or die "$file: $!";
    my $text = do { local $/; <$in> };
    $text =~ s/\n\z//;
    my @strings = split /\n/, $text, -1;
    my $seconds;
    for (1 .. $rounds) {
        my $begin = time;
        $answer->($_, $base) for @strings;
        my $passed = time - $begin;
        $seconds = $passed if !defined $seconds || $passed < $seconds;
    }
    return qq("seconds":$seconds,"strings":) . @strings;
}

sub serve {
    my ($reader, $answer) = @_;
    $| = 1;
    my $first = qq(,"reader":") . $reader . qq(");
    while (my $line = <STDIN>) {
        my @texts = texts($line);
        if ($line =~ /^\{"time".*"rounds": ?(\d+)/) {
            print "{", timed($answer, $1, @texts), "$first}\n";
        } else {
            my %told = $answer->(@texts);
            print qq({"valid":true), (map { qq(,"$_":) . text($told{$_}) } sort keys %told), "$first}\n";
        }
        $first = "";
    }
}

1;
