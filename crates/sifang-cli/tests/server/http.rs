//! The HTTP interface of the running binary: health, document, players, rules, saved options, limits, headers.

use crate::server::host::{Host, host, quick_setup};
use serde_json::{Value, json};
use sifang_rules::any::RuleSetId;

pub(crate) async fn get(host: &Host, path: &str, token: Option<&str>) -> (u16, Value) {
    let answer = host.server.request("GET", path, token, None).await.unwrap();
    (answer.status, answer.json().unwrap_or_default())
}

/// Whether a value is what a schema of the document says, as far as these schemas go: types, fields, items, references.
fn fits(value: &Value, schema: &Value, all: &Value) -> Result<(), String> {
    if let Some(name) = schema["$ref"].as_str() {
        return fits(value, &all[name.rsplit('/').next().unwrap()], all);
    }
    if let Some(either) = schema["oneOf"].as_array() {
        let fitting = either.iter().filter(|one| fits(value, one, all).is_ok()).count();
        return if fitting == 1 { Ok(()) } else { Err(format!("{value} fits {fitting} of {schema}")) };
    }
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let kinds = &schema["type"];
    if kinds != kind && !kinds.as_array().is_some_and(|kinds| kinds.contains(&kind.into())) {
        return Err(format!("{value} is no {kinds}"));
    }
    if let Some(values) = schema["enum"].as_array()
        && !values.contains(value)
    {
        return Err(format!("{value} is none of {values:?}"));
    }
    for item in value.as_array().into_iter().flatten() {
        fits(item, &schema["items"], all)?;
    }
    for required in schema["required"].as_array().into_iter().flatten() {
        if value[required.as_str().unwrap()].is_null() && value.get(required.as_str().unwrap()).is_none() {
            return Err(format!("{required} is missing in {value}"));
        }
    }
    for (name, field) in value.as_object().into_iter().flatten() {
        match schema["properties"].get(name) {
            Some(schema) => fits(field, schema, all)?,
            None if schema["additionalProperties"] == false => {
                return Err(format!("{name} is not in the schema"));
            }
            None => {}
        }
    }
    Ok(())
}

#[tokio::test]
async fn answers_are_what_the_document_says() {
    let host = host();
    let (_, document) = get(&host, "/api/openapi.json", None).await;
    let all = &document["components"]["schemas"];
    let rules = RuleSetId::ALL[0];
    let mut setup = quick_setup(rules.id(), &crate::server::matches::short_match(rules));
    setup["listed"] = true.into();
    let (room, seats) = host.table(&setup, 4).await.unwrap();
    let token = seats[0].0.clone();
    let played = crate::server::matches::play_all(&host.server, &room, seats).await.unwrap();
    let record = crate::server::host::match_id(&played[0].table).unwrap();
    send(&host, "PUT", "/api/me/presets", Some(&token), json!({"name": "x", "setup": setup})).await;
    let lab = json!({"rules": rules.id(), "seats": 4, "b": {"base": 3}, "deals": 1000, "bots": "random"});
    let (_, run) = send(&host, "POST", "/api/lab", Some(&token), lab).await;
    let run = run["id"].as_str().unwrap();
    send(&host, "POST", &format!("/api/records/{record}/review"), Some(&token), json!({})).await;
    let asked = [
        (format!("/api/records/{record}/review"), "ReviewRun"),
        ("/api/history/reviews".to_owned(), "ReviewList"),
        ("/api/lab".to_owned(), "LabList"),
        (format!("/api/lab/{run}"), "LabRun"),
        ("/api/me".to_owned(), "Me"),
        ("/api/me/presets".to_owned(), "PresetList"),
        ("/api/me/tokens".to_owned(), "TokenList"),
        ("/api/rules".to_owned(), "RuleSetList"),
        (format!("/api/rules/{}", rules.id()), "RuleSetDetail"),
        ("/api/rooms".to_owned(), "RoomList"),
        (format!("/api/rooms/{room}"), "RoomSummary"),
        ("/api/history".to_owned(), "History"),
        (format!("/api/records/{record}"), "StoredRecord"),
        (format!("/api/records/{record}/deals/1"), "DealEvents"),
        (format!("/api/records/{record}/deals/1/views/0"), "Replay"),
        ("/api/history/statistics".to_owned(), "Statistics"),
        ("/api/keys".to_owned(), "KeyList"),
        ("/api/rules/checkers".to_owned(), "ErrorBody"),
    ];
    for (path, schema) in asked {
        let (_, body) = get(&host, &path, Some(&token)).await;
        fits(&body, &all[schema], all).unwrap_or_else(|why| panic!("{path}: {why}"));
        assert!(fits(&json!({"no such field": 1}), &all[schema], all).is_err(), "{schema} fits anything");
    }
    let mut stored = host.record(&record).await.unwrap();
    for change in 0..2 {
        stored["record"]["totals"][0] = change.into();
        let (_, verdict) = send(&host, "POST", "/api/verify", None, stored.clone()).await;
        fits(&verdict, &all["VerdictView"], all).unwrap();
    }
}

pub(crate) async fn send(
    host: &Host,
    method: &str,
    path: &str,
    token: Option<&str>,
    body: Value,
) -> (u16, Value) {
    let answer = host.server.request(method, path, token, Some(&body)).await.unwrap();
    (answer.status, answer.json().unwrap_or_default())
}

#[tokio::test]
async fn an_operator_sees_how_it_is() {
    let host = host();
    let metrics = host.metrics().unwrap();
    let answer = metrics.request("GET", "/metrics", None, None).await.unwrap();
    assert!(answer.status == 200 && String::from_utf8_lossy(&answer.body).contains("sifang_rooms 0"));
    for (path, word) in [("/healthz", "ok"), ("/readyz", "ready")] {
        assert_eq!(
            metrics.request("GET", path, None, None).await.unwrap().status,
            404,
            "only counters there"
        );
        let answer = host.server.request("GET", path, None, None).await.unwrap();
        let body = String::from_utf8(answer.body).unwrap();
        assert!(answer.status == 200 && body.contains(word), "{path}: {body}");
        let head = answer.head.to_lowercase();
        for header in [
            "content-security-policy: default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
             connect-src 'self';",
            "cross-origin-resource-policy: same-origin",
            "permissions-policy: camera=()",
            "x-content-type-options: nosniff",
            "x-frame-options: deny",
        ] {
            assert!(head.contains(header), "{path}: {head}");
        }
    }
}

#[tokio::test]
async fn every_documented_request_is_answered_by_its_own_route() {
    let host = host();
    let (status, document) = get(&host, "/api/openapi.json", None).await;
    assert_eq!((status, document["openapi"].as_str()), (200, Some("3.1.0")));
    let mut count = 0;
    for (path, operations) in document["paths"].as_object().unwrap() {
        let schemas = &document["components"]["schemas"];
        for (method, operation) in operations.as_object().unwrap() {
            let path = path.replace(['{', '}'], "");
            let answer =
                host.server.request(&method.to_uppercase(), &path, None, Some(&json!({}))).await.unwrap();
            assert_ne!(answer.status, 405, "{method} {path}");
            let code = answer.json().unwrap()["code"].as_str().map(str::to_owned);
            let unrouted = code.as_deref() == Some("request/not_found") && operation["parameters"].is_null();
            assert!(!unrouted, "{method} {path}");
            if !operation["security"].is_null() {
                assert_eq!((answer.status, code.as_deref()), (401, Some("auth/token")), "{method} {path}");
            }
            let text = operation.to_string();
            for name in text.split("#/components/schemas/").skip(1).filter_map(|rest| rest.split('"').next())
            {
                assert!(schemas[name].is_object(), "there is no schema {name}");
            }
            count += 1;
        }
    }
    assert!(count >= 20);
    assert_eq!(get(&host, "/api/no/such/thing", None).await.1["code"], "request/not_found");
}

#[tokio::test]
async fn a_guest_can_be_renamed_and_move_to_another_device() {
    let host = host();
    for bad in ["", "   ", "a\u{202e}b", "12345678901234567"] {
        let (status, body) = send(&host, "POST", "/api/players", None, json!({"nickname": bad})).await;
        assert_eq!((status, body["code"].as_str()), (400, Some("nickname/invalid")), "{bad:?}");
    }
    let (status, registered) = send(&host, "POST", "/api/players", None, json!({"nickname": " 小明 "})).await;
    assert_eq!((status, registered["player"]["nickname"].as_str()), (201, Some("小明")));
    let token = registered["token"].as_str().unwrap();
    let (_, renamed) = send(&host, "PATCH", "/api/me", Some(token), json!({"nickname": "大明"})).await;
    assert_eq!(renamed["nickname"], "大明");
    let (_, recovery) = send(&host, "POST", "/api/me/recovery", Some(token), json!({})).await;
    let code = recovery["code"].as_str().unwrap();
    let (status, moved) =
        send(&host, "POST", "/api/recover", None, json!({"code": code.to_lowercase()})).await;
    assert_eq!((status, &moved["player"]), (200, &renamed));
    assert_ne!(moved["token"], registered["token"]);
    assert_eq!(get(&host, "/api/me", moved["token"].as_str()).await.1["player"], renamed);
    let (status, wrong) =
        send(&host, "POST", "/api/recover", None, json!({"code": "00000-00000-00000-00000"})).await;
    assert_eq!((status, wrong["code"].as_str()), (401, Some("auth/recovery")));
    assert_eq!(get(&host, "/api/me", Some(&"0".repeat(64))).await.0, 401);
}

#[tokio::test]
async fn rules_are_served_and_hands_are_scored_as_on_the_command_line() {
    let host = host();
    let (_, list) = get(&host, "/api/rules", None).await;
    let ids: Vec<&str> = list.as_array().unwrap().iter().map(|rules| rules["id"].as_str().unwrap()).collect();
    assert_eq!(ids, RuleSetId::ALL.iter().map(|id| id.id()).collect::<Vec<_>>());
    for id in ids {
        let (_, detail) = get(&host, &format!("/api/rules/{id}"), None).await;
        assert!(detail["options"]["properties"].is_object());
        let fans = RuleSetId::from_id(id).map(sifang_query::fans).unwrap();
        assert_eq!(detail["fans"].as_array().unwrap().len(), fans.len());
        for lang in ["zh", "en"] {
            let (status, book) = get(&host, &format!("/api/rules/{id}/book/{lang}"), None).await;
            assert!(status == 200 && !book["sections"].as_array().unwrap().is_empty(), "{status}");
        }
        assert_eq!(get(&host, &format!("/api/rules/{id}/book/fr"), None).await.0, 404);
        assert!(get(&host, &format!("/api/rules/{id}/form"), None).await.1["tiles"].is_array());
        // A long deal has more payments to send than a message may have bytes.
        let long = json!({"entries": vec!["x".repeat(400); 120]});
        let (status, _) = send(&host, "POST", &format!("/api/rules/{id}/describe"), None, long).await;
        assert_eq!(status, 200);
        let (_, none) = send(&host, "POST", &format!("/api/rules/{id}/describe"), None, json!({})).await;
        assert_eq!(none, json!({"request": null}));
        let (status, refused) =
            send(&host, "POST", &format!("/api/rules/{id}/score"), None, json!({"nonsense": 1})).await;
        assert!(
            status == 200 && refused["error"].is_string() && refused["zh"].is_string(),
            "{status} {refused}"
        );
        let body = json!({"rules": "another"});
        let (status, refused) = send(&host, "POST", &format!("/api/rules/{id}/waits"), None, body).await;
        assert_eq!((status, refused["code"].as_str()), (400, Some("request/invalid")));
    }
    assert_eq!(get(&host, "/api/rules/checkers", None).await.0, 404);
}

#[tokio::test]
async fn house_rules_are_saved_and_shared() {
    let host = host();
    let token = host.players(1).await.unwrap().remove(0);
    let setup = quick_setup(RuleSetId::ALL[0].id(), &json!({}));
    let body = json!({"name": "我们的家规", "setup": setup});
    let (status, saved) = send(&host, "PUT", "/api/me/presets", Some(&token), body).await;
    assert_eq!(status, 200);
    let link = saved["link"].as_str().unwrap();
    assert_eq!(get(&host, &format!("/api/presets/{link}"), None).await.1, saved);
    assert_eq!(get(&host, "/api/me/presets", Some(&token)).await.1["presets"], json!([saved]));
    let bad = json!({"name": "x", "setup": {"rules": "checkers"}});
    assert_eq!(send(&host, "PUT", "/api/me/presets", Some(&token), bad).await.1["code"], "rules/unknown");
    let name = "%E6%88%91%E4%BB%AC%E7%9A%84%E5%AE%B6%E8%A7%84";
    let path = format!("/api/me/presets/{name}");
    assert_eq!(send(&host, "DELETE", &path, Some(&token), json!({})).await.0, 204);
    assert_eq!(send(&host, "DELETE", &path, Some(&token), json!({})).await.0, 404);
}

#[tokio::test]
async fn bodies_are_bounded_and_strict() {
    let host = host();
    let (status, body) =
        send(&host, "POST", "/api/players", None, json!({"nickname": "x".repeat(9000)})).await;
    assert_eq!((status, body["code"].as_str()), (413, Some("message/too_large")));
    let (status, body) =
        send(&host, "POST", "/api/players", None, json!({"nickname": "x", "admin": true})).await;
    assert_eq!((status, body["code"].as_str()), (400, Some("request/invalid")));
}
