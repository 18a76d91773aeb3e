//! The program from outside: arguments and stdin in, stdout, stderr and exit code out.

mod cli {
    mod across;
    mod answers;
    mod audit;
    mod audit_certificate;
    mod colour;
    mod corpus;
    mod diff;
    mod editions;
    mod errors;
    mod explain;
    mod extract;
    mod help;
    mod input;
    mod json;
    mod lint;
    mod readme;
    mod sample;
    mod schemes;
    mod support;
    mod testgen;
}
