//! The functions in SQL. Every expected value is worked out by hand from RFC 3986, unless another document
//! is named.

use datafusion::arrow::array::{Array, ArrayRef, AsArray, RecordBatch, StringArray};
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::{DataType, Int32Type, UInt16Type};
use datafusion::error::Result;
use datafusion::prelude::SessionContext;
use std::sync::Arc;

const URLS: [Option<&str>; 7] = [
    Some("http://user:pw@Example.com:080/a/./b?c=d#e"),
    Some("file:///etc/hosts"),
    Some("mailto:a@b"),
    Some("//[::1]:65536"),
    Some("http://h/a b"),
    Some(""),
    None,
];

/// A context with the table `t`, whose column `url` has the strings above as texts of a type.
fn context(of: &DataType) -> Result<SessionContext> {
    let mut context = SessionContext::new();
    urispec_datafusion::register(&mut context)?;
    let texts: ArrayRef = Arc::new(StringArray::from(URLS.to_vec()));
    let batch = RecordBatch::try_from_iter([("url", cast(&texts, of)?)])?;
    context.register_batch("t", batch)?;
    Ok(context)
}

/// The first column of what a query gives.
async fn column(context: &SessionContext, query: &str) -> Result<ArrayRef> {
    let batches = context.sql(query).await?.collect().await?;
    assert_eq!(batches.len(), 1, "{query}");
    Ok(Arc::clone(batches[0].column(0)))
}

async fn texts(of: &DataType, expression: &str) -> Vec<Option<String>> {
    let found =
        column(&context(of).unwrap(), &format!("SELECT {expression} FROM t")).await.unwrap();
    let found = cast(&found, &DataType::Utf8).unwrap();
    found.as_string::<i32>().iter().map(|text| text.map(str::to_owned)).collect()
}

/// The one text of a query without a table.
async fn scalar(expression: &str) -> Option<String> {
    texts(&DataType::Utf8, expression).await.swap_remove(0)
}

async fn refused(query: &str) -> String {
    let context = context(&DataType::Utf8).unwrap();
    match context.sql(query).await {
        Ok(plan) => plan.collect().await.unwrap_err().to_string(),
        Err(error) => error.to_string(),
    }
}

#[tokio::test]
async fn components_of_text_of_every_type() {
    let dictionary = DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8));
    for of in
        [DataType::Utf8, DataType::LargeUtf8, DataType::Utf8View, DataType::Binary, dictionary]
    {
        let expect = async |function: &str, expected: [Option<&str>; 7]| {
            let found = texts(&of, &format!("{function}(url)")).await;
            let found: Vec<_> = found.iter().map(Option::as_deref).collect();
            assert_eq!(found, expected, "{function} of {of}");
        };
        let none = None;
        let http = Some("http");
        expect("uri_scheme", [http, Some("file"), Some("mailto"), none, none, none, none]).await;
        let authority = Some("user:pw@Example.com:080");
        expect("uri_authority", [authority, Some(""), none, Some("[::1]:65536"), none, none, none])
            .await;
        expect("uri_userinfo", [Some("user:pw"), none, none, none, none, none, none]).await;
        expect("uri_host", [Some("Example.com"), Some(""), none, Some("[::1]"), none, none, none])
            .await;
        let name = Some("reg-name");
        expect("uri_host_kind", [name, name, none, Some("IPv6address"), none, none, none]).await;
        expect("uri_port", [Some("080"), none, none, Some("65536"), none, none, none]).await;
        let paths =
            [Some("/a/./b"), Some("/etc/hosts"), Some("a@b"), Some(""), none, Some(""), none];
        expect("uri_path", paths).await;
        expect("uri_query", [Some("c=d"), none, none, none, none, none, none]).await;
        expect("uri_fragment", [Some("e"), none, none, none, none, none, none]).await;
    }
}

#[tokio::test]
async fn the_type_of_the_text_stays() {
    for of in [DataType::Utf8, DataType::LargeUtf8, DataType::Utf8View] {
        let context = context(&of).unwrap();
        for expression in ["uri_host(url)", "uri_normalize(url)", "uri_resolve('a:', url)"] {
            let found = column(&context, &format!("SELECT {expression} FROM t")).await.unwrap();
            assert_eq!(*found.data_type(), of, "{expression}");
        }
    }
}

#[tokio::test]
async fn numbers_structs_and_verdicts() -> Result<()> {
    let context = context(&DataType::Utf8View)?;
    let ports = column(&context, "SELECT uri_port_number(url) FROM t").await?;
    let ports: Vec<_> = ports.as_primitive::<UInt16Type>().iter().collect();
    // 65536 is no number of a port.
    assert_eq!(ports, [Some(80), None, None, None, None, None, None]);
    let valid = column(&context, "SELECT uri_valid(url) FROM t").await?;
    let valid: Vec<_> = valid.as_boolean().iter().collect();
    let (yes, no) = (Some(true), Some(false));
    assert_eq!(valid, [yes, yes, yes, yes, no, yes, None]);
    let hosts = texts(&DataType::Utf8, "uri_components(url)['host']").await;
    assert_eq!(hosts[0].as_deref(), Some("Example.com"));
    assert_eq!(hosts[4], None);
    let all = column(&context, "SELECT uri_components(url) FROM t").await?;
    assert_eq!((all.is_null(4), all.is_null(5), all.is_null(6)), (true, false, true));
    let errors = texts(&DataType::Utf8, "uri_error(url)").await;
    assert!(errors[4].as_ref().unwrap().contains("byte 10"), "{errors:?}");
    assert!(errors.iter().enumerate().all(|(row, error)| row == 4 || error.is_none()));
    Ok(())
}

#[tokio::test]
async fn normal_forms_and_targets() {
    let normal = texts(&DataType::Utf8View, "uri_normalize(url)").await;
    assert_eq!(normal[0].as_deref(), Some("http://user:pw@example.com:080/a/b?c=d#e"));
    assert_eq!(
        scalar("uri_normalize('HTTP://h:80', 'scheme')").await.as_deref(),
        Some("http://h/")
    );
    assert_eq!(
        scalar("uri_normalize('HTTP://h:80', 'string')").await.as_deref(),
        Some("HTTP://h:80")
    );
    // RFC 3986, 5.4.1; and RFC 2396, C.1.
    let base = "'http://a/b/c/d;p?q'";
    let target = scalar(&format!("uri_resolve({base}, '?y')")).await;
    assert_eq!(target.as_deref(), Some("http://a/b/c/d;p?y"));
    let target = scalar(&format!("uri_resolve({base}, '?y', 'rfc2396')")).await;
    assert_eq!(target.as_deref(), Some("http://a/b/c/?y"));
    let reference = scalar(&format!("uri_relativize({base}, 'http://a/b/g')")).await;
    assert_eq!(reference.as_deref(), Some("../g"));
    assert_eq!(scalar("uri_compare('http://h', 'HTTP://h')").await.as_deref(), Some("case"));
    assert_eq!(scalar("uri_compare('http://h', 'http://i')").await, None);
    // A base for each row, and a reference for each base.
    let targets = texts(&DataType::Utf8View, "uri_resolve(url, 'x')").await;
    let targets: Vec<_> = targets.iter().map(Option::as_deref).collect();
    let expected =
        [Some("http://user:pw@Example.com:080/a/x"), Some("file:///etc/x"), Some("mailto:x")];
    assert_eq!(targets[..3], expected);
    assert_eq!(targets[3..], [None; 4]);
    let targets = texts(&DataType::LargeUtf8, "uri_resolve('http://a/b', url)").await;
    assert_eq!(targets[3].as_deref(), Some("http://[::1]:65536"));
    assert_eq!((targets[5].as_deref(), targets[6].as_deref()), (Some("http://a/b"), None));
}

#[tokio::test]
async fn lints() -> Result<()> {
    let context = context(&DataType::Utf8)?;
    let found = column(&context, "SELECT uri_lint('http://0x7f.1/%7Euser')").await?;
    let found = found.as_list::<i32>().value(0);
    let ids: Vec<_> = found.as_string::<i32>().iter().flatten().collect();
    assert_eq!(ids, ["needless-escape", "rare-ipv4"]);
    let found = column(&context, "SELECT cardinality(uri_lint('http://h/'))").await?;
    assert_eq!(cast(&found, &DataType::Int32)?.as_primitive::<Int32Type>().value(0), 0);
    Ok(())
}

#[tokio::test]
async fn nulls_and_scalars() {
    assert_eq!(scalar("uri_host('http://h/')").await.as_deref(), Some("h"));
    assert_eq!(scalar("uri_host(NULL)").await, None);
    assert_eq!(scalar("uri_resolve(NULL, 'a')").await, None);
    assert_eq!(scalar("uri_resolve('a:', NULL)").await, None);
    // RFC 2396 has no address in brackets.
    assert_eq!(scalar("uri_valid('//[::1]')").await.as_deref(), Some("true"));
    assert_eq!(scalar("uri_valid('//[::1]', 'rfc2396')").await.as_deref(), Some("false"));
}

#[tokio::test]
async fn what_is_refused() {
    let refused = async |expression: &str| refused(&format!("SELECT {expression} FROM t")).await;
    assert!(refused("uri_host(url, 'rfc1')").await.contains("no edition is called `rfc1`"));
    assert!(
        refused("uri_host(url, url)").await.contains("the edition of uri_host must be a literal")
    );
    assert!(
        refused("uri_host(url, NULL)").await.contains("the edition of uri_host must be a literal")
    );
    assert!(refused("uri_normalize(url, 'more')").await.contains("no rung is called `more`"));
    assert!(refused("uri_lint(url, 'more')").await.contains("no pack is called `more`"));
    assert!(refused("uri_host(1)").await.contains("a column of Int64 holds no text"));
    assert!(refused("uri_host()").await.contains("uri_host"));
    assert!(refused("uri_host(url, 'rfc3986', url)").await.contains("1 to 2 arguments, not 3"));
    // RFC 1738, 2.3, leaves relative links to others.
    assert!(refused("uri_resolve(url, 'a', 'rfc1738')").await.contains("leaves relative links"));
}

#[tokio::test]
async fn hosts_are_counted_over_a_parquet_file() -> Result<()> {
    let context = context(&DataType::Utf8)?;
    let folder = std::env::temp_dir().join(format!("urispec-datafusion-{}", std::process::id()));
    let file = folder.join("urls.parquet");
    let path = file.to_str().unwrap();
    std::fs::create_dir_all(&folder)?;
    context.sql(&format!("COPY t TO '{path}'")).await?.collect().await?;
    context.register_parquet("p", path, Default::default()).await?;
    let query = "SELECT uri_host(url) AS host, count(*) AS urls FROM p GROUP BY host ORDER BY host";
    let hosts = context.sql(query).await?.to_string().await?;
    std::fs::remove_dir_all(&folder)?;
    let expected = "\
+-------------+------+
| host        | urls |
+-------------+------+
|             | 1    |
| Example.com | 1    |
| [::1]       | 1    |
|             | 4    |
+-------------+------+";
    assert_eq!(hosts.trim(), expected);
    Ok(())
}

#[tokio::test]
async fn every_function_is_documented() {
    let names: Vec<_> = urispec_datafusion::all_functions()
        .map(|function| {
            let documentation = function.documentation().unwrap();
            let syntax = &documentation.syntax_example;
            assert!(syntax.starts_with(&format!("{}(", function.name())), "{syntax}");
            assert_eq!(syntax.matches('[').count(), syntax.matches(']').count(), "{syntax}");
            assert!(documentation.description.ends_with('.'));
            (function.name().to_owned(), documentation.sql_example.clone().unwrap())
        })
        .collect();
    assert_eq!(names.len(), 18);
    let context = context(&DataType::Utf8).unwrap();
    for (name, example) in names {
        let rows = context.sql(&example).await.unwrap().collect().await.unwrap();
        assert!(
            !rows[0].column(0).is_null(0)
                || name == "uri_error"
                || name.contains("userinfo")
                || name.contains("query")
                || name.contains("fragment"),
            "{example}"
        );
    }
}
