//! The languages of programs.

use std::fmt;

/// A language whose programs have patterns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SourceLanguage {
    /// Python: the modules `re` and `regex`.
    Python,
    /// JavaScript and TypeScript.
    EcmaScript,
    /// Rust: the crate `regex`.
    Rust,
    /// Go: the package `regexp`.
    Go,
    /// Java: `java.util.regex`.
    Java,
    /// Kotlin on the JVM: `kotlin.text.Regex`, and `java.util.regex`.
    Kotlin,
    /// C#: `System.Text.RegularExpressions`.
    CSharp,
    /// JSON Schema and OpenAPI as JSON.
    Json,
    /// JSON Schema and OpenAPI as YAML.
    Yaml,
}

impl SourceLanguage {
    /// All of them.
    pub const ALL: &'static [Self] = &[
        Self::Python,
        Self::EcmaScript,
        Self::Rust,
        Self::Go,
        Self::Java,
        Self::Kotlin,
        Self::CSharp,
        Self::Json,
        Self::Yaml,
    ];

    /// The name of the language: `python`, `ecmascript`, `rust`, `go`, `java`, `kotlin`, `csharp`, `json` or `yaml`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Python => "python",
            Self::EcmaScript => "ecmascript",
            Self::Rust => "rust",
            Self::Go => "go",
            Self::Java => "java",
            Self::Kotlin => "kotlin",
            Self::CSharp => "csharp",
            Self::Json => "json",
            Self::Yaml => "yaml",
        }
    }

    /// What the names of its files end in, in small letters and without the dot.
    #[must_use]
    pub const fn endings(self) -> &'static [&'static str] {
        match self {
            Self::Python => &["py", "pyi"],
            Self::EcmaScript => &["js", "mjs", "cjs", "jsx", "ts", "mts", "cts", "tsx"],
            Self::Rust => &["rs"],
            Self::Go => &["go"],
            Self::Java => &["java"],
            Self::Kotlin => &["kt", "kts"],
            Self::CSharp => &["cs"],
            Self::Json => &["json"],
            Self::Yaml => &["yaml", "yml"],
        }
    }

    /// The language of a file, by the ending of its name.
    ///
    /// ```
    /// use grammar_audit::SourceLanguage;
    /// assert_eq!(SourceLanguage::from_file("a/b.TSX"), Some(SourceLanguage::EcmaScript));
    /// assert_eq!(SourceLanguage::from_file("py"), None);
    /// ```
    #[must_use]
    pub fn from_file(file: &str) -> Option<Self> {
        let (_, ending) = file.rsplit_once('.')?;
        let ending = ending.to_ascii_lowercase();
        Self::ALL.iter().copied().find(|one| one.endings().contains(&&*ending))
    }
}

impl fmt::Display for SourceLanguage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
