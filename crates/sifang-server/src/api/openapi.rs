//! The OpenAPI document, made from the table of operations and the schemas beside it.

use super::operations::Operation;
use serde_json::{Map, Value, json};

/// The schemas of bodies and answers. A test compares them with what the server really says.
const SCHEMAS: &str = include_str!("schemas.json");

/// The document for these operations.
pub(crate) fn document(operations: &[&'static Operation]) -> Value {
    let mut paths: Map<String, Value> = Map::new();
    for operation in operations {
        let path = paths.entry(operation.path).or_insert_with(|| json!({}));
        path[operation.method] = describe(operation);
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "四方 Sifang",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "HTTP 接口；对局本身走 WebSocket（docs/protocol.md）。\
                The HTTP interface; play itself goes over a WebSocket (docs/protocol.md).",
            "license": {"name": "MIT OR Apache-2.0"},
        },
        "paths": paths,
        "components": {
            "schemas": schemas(),
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    })
}

/// The schemas by name.
pub(crate) fn schemas() -> Value {
    // The text is part of the program and a test reads it: there is no other outcome.
    serde_json::from_str(SCHEMAS).unwrap_or_default()
}

fn describe(operation: &Operation) -> Value {
    let mut described = json!({"summary": operation.summary, "responses": responses(operation)});
    let parameters = parameters(operation);
    if !parameters.is_empty() {
        described["parameters"] = parameters.into();
    }
    if let Some(body) = operation.body {
        described["requestBody"] = json!({"required": true, "content": content(body)});
    }
    if operation.auth {
        described["security"] = json!([{"token": []}]);
    }
    described
}

fn content(schema: &str) -> Value {
    json!({"application/json": {"schema": {"$ref": format!("#/components/schemas/{schema}")}}})
}

fn parameters(operation: &Operation) -> Vec<Value> {
    let in_path = operation
        .path
        .split(['{', '}'])
        .skip(1)
        .step_by(2)
        .map(|name| json!({"name": name, "in": "path", "required": true, "schema": {"type": "string"}}));
    let in_query = operation.query.iter().map(
        |(name, kind)| json!({"name": name, "in": "query", "required": false, "schema": {"type": kind}}),
    );
    in_path.chain(in_query).collect()
}

fn responses(operation: &Operation) -> Value {
    let mut good = json!({"description": "OK"});
    if let Some(answer) = operation.answer {
        good["content"] = content(answer);
    }
    let codes: Vec<&str> = operation.errors.iter().map(|error| error.code()).collect();
    let refused = if codes.is_empty() { "refused".into() } else { format!("refused: {}", codes.join(", ")) };
    let mut responses = json!({"default": {"description": refused, "content": content("ErrorBody")}});
    responses[operation.status.to_string()] = good;
    responses
}
