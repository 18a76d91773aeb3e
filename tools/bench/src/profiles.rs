//! Both profiles, side by side: the build that cargo makes of itself, and the fastest.
//!
//! In: what one program printed as JSON when it was built by `plain`, and what another did that was built by
//! `release`. Out: a line for each row, with the contender that is the fastest in the first. The surprising
//! case: that contender need not be the fastest in the second, whose ratio is over the same one.

use std::io;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::targets;

/// The two profiles; the first is what people have.
pub const PROFILES: [&str; 2] = ["plain", "release"];

/// A row in both profiles.
#[derive(Clone, Debug, PartialEq)]
pub struct Both {
    /// The task's name.
    pub task: String,
    /// The input set's name.
    pub input: String,
    /// The contender whose time divides.
    pub over: String,
    /// The time of the first contender in nanoseconds, by profile.
    pub nanoseconds: [f64; 2],
    /// The ratio, by profile.
    pub ratios: [f64; 2],
    /// The bound of the first ratio, if there is one.
    pub limit: Option<f64>,
}

/// Builds and runs this program by each profile, with these arguments.
///
/// # Errors
/// Where cargo cannot be run, or the program fails.
pub fn measure(args: &[String]) -> io::Result<Vec<Both>> {
    let mut printed = Vec::new();
    for profile in PROFILES {
        eprintln!("{profile}: building and measuring");
        let run = ["run", "--quiet", "--profile", profile, "-p", "urispec-bench", "--", "--json"];
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let output = Command::new(cargo).args(run).args(args).stderr(Stdio::inherit()).output()?;
        if !output.status.success() {
            return Err(io::Error::other(format!("{profile}: {}", output.status)));
        }
        let text = String::from_utf8(output.stdout).map_err(io::Error::other)?;
        let lines = text.lines().map(|line| serde_json::from_str(line).map_err(io::Error::other));
        printed.push(lines.collect::<io::Result<Vec<Value>>>()?);
    }
    Ok(rows(&printed[0], &printed[1]))
}

/// The rows that both printed.
#[must_use]
pub fn rows(plain: &[Value], release: &[Value]) -> Vec<Both> {
    let row = |row: &Value| {
        let [task, input] = ["task", "input"].map(|key| row[key].as_str());
        let (task, input) = (task?, input?);
        let others = row["contenders"].as_array()?.iter().skip(1);
        let target = targets::ALL
            .iter()
            .find(|target| target.task == task && target.input.is_none_or(|of| of == input));
        let over = match target.and_then(|target| target.over) {
            Some(name) => name,
            None => others.max_by(|a, b| ratio(a).total_cmp(&ratio(b)))?["name"].as_str()?,
        };
        let is_same =
            |other: &&Value| other["task"] == row["task"] && other["input"] == row["input"];
        let both = [row, release.iter().find(is_same)?];
        let of = |row: &Value| {
            let all = row["contenders"].as_array()?;
            let named = all.iter().find(|one| one["name"] == over)?;
            Some((all[0]["nanoseconds"].as_f64()?, ratio(named)))
        };
        let [plain, release] = both.map(of);
        let (plain, release) = (plain?, release?);
        Some(Both {
            task: task.to_owned(),
            input: input.to_owned(),
            over: over.to_owned(),
            nanoseconds: [plain.0, release.0],
            ratios: [plain.1, release.1],
            limit: target.map(|target| target.limit),
        })
    };
    plain.iter().filter_map(row).collect()
}

fn ratio(contender: &Value) -> f64 {
    contender["ratio"].as_f64().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn row(input: &str, own: f64, others: [(&str, f64); 2]) -> Value {
        let one = |name: &str, nanoseconds: f64| json!({ "name": name, "nanoseconds": nanoseconds, "ratio": own / nanoseconds });
        let [a, b] = others;
        let contenders = [one("urispec", own), one(a.0, a.1), one(b.0, b.1)];
        json!({ "task": "parse", "input": input, "contenders": contenders })
    }

    #[test]
    fn the_fastest_of_the_first_is_that_of_both() {
        let plain = [
            row("web", 40.0, [("fluent-uri", 100.0), ("oxiri", 200.0)]),
            json!({ "target": "parse", "input": "web" }),
            row("other", 1.0, [("fluent-uri", 2.0), ("oxiri", 4.0)]),
        ];
        let release = [row("web", 30.0, [("fluent-uri", 120.0), ("oxiri", 60.0)])];
        let expected = Both {
            task: "parse".to_owned(),
            input: "web".to_owned(),
            over: "fluent-uri".to_owned(),
            nanoseconds: [40.0, 30.0],
            ratios: [0.4, 0.25],
            limit: Some(0.5),
        };
        assert_eq!(rows(&plain, &release), [expected]);
    }
}
