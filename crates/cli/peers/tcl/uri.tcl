# Tcl, the package uri of Tcllib: `uri::split` and `uri::resolve`. Nothing is decoded. Without a scheme it takes http, and it
# knows few others, so there is no verdict on a string without a scheme or with an unknown one.
#
# An empty component is not distinguished from an undefined one. The path lacks its first slash, so it is not reported.
package require uri
package require json
package require json::write

proc quoted {text} {
    set out ""
    foreach c [split $text ""] {
        scan $c %c code
        if {$code > 31 && $code < 127 && $code ni {34 92}} {append out $c} else {append out [format "\\u%04x" $code]}
    }
    return "\"$out\""
}

proc answer {input base} {
    if {$base ne ""} {return "\"valid\":true,\"target\":[quoted [uri::resolve $base $input]]"}
    if {![regexp {^([A-Za-z][A-Za-z0-9+.-]*):} $input _ scheme] || [string tolower $scheme] ni $uri::schemes} {
        return "\"valid\":null"
    }
    if {[catch {uri::split $input} parts]} {return "\"valid\":false,\"error\":[quoted $parts]"}
    set out "\"valid\":true"
    foreach {name key} {scheme scheme host host port port query query fragment fragment} {
        if {[dict exists $parts $key] && [dict get $parts $key] ne ""} {append out ",\"$name\":[quoted [dict get $parts $key]]"}
    }
    return $out
}

# Parses or resolves the strings of a file, several times, and reports the seconds of the fastest round.
proc timed {file rounds base} {
    set in [open $file]
    fconfigure $in -encoding utf-8 -translation lf
    set strings [split [regsub {\n$} [read $in] ""] \n]
    set best inf
    for {set round 0} {$round < $rounds} {incr round} {
        set begin [clock microseconds]
        foreach text $strings {catch {if {$base eq ""} {uri::split $text} else {uri::resolve $base $text}}}
        set best [expr {min($best, ([clock microseconds] - $begin) / 1e6)}]
    }
    return "\"seconds\":$best,\"strings\":[llength $strings]"
}

set first ",\"reader\":[quoted "Tcllib uri [package present uri]"]"
while {[gets stdin line] >= 0} {
    set question [json::json2dict $line]
    set base [expr {[dict exists $question base] ? [dict get $question base] : ""}]
    if {[dict exists $question time]} {
        set told [timed [dict get $question time] [dict get $question rounds] $base]
    } else {
        set told [answer [dict get $question input] $base]
    }
    puts "{$told$first}"
    flush stdout
    set first ""
}
