//! Passkeys over HTTP, with an authenticator of our own that can also do what a real one never would.

use crate::server::host::{Host, host, host_with};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use p256::ecdsa::signature::Signer as _;
use p256::ecdsa::{Signature, SigningKey};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use sifang_client::Server;

fn base64url(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// A passkey with its private half.
#[derive(Clone)]
struct Key {
    id: [u8; 16],
    key: SigningKey,
    user: Value,
    count: u32,
    rp: &'static str,
    origin: String,
}

impl Key {
    fn client_data(&self, kind: &str, challenge: &Value) -> Vec<u8> {
        json!({"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": false})
            .to_string()
            .into()
    }

    fn authenticator_data(&self, flags: u8) -> Vec<u8> {
        [&Sha256::digest(self.rp)[..], &[flags], &self.count.to_be_bytes()].concat()
    }

    fn response(&self, response: Value) -> Value {
        let id = base64url(&self.id);
        json!({"id": id, "rawId": id, "type": "public-key", "authenticatorAttachment": "platform",
            "clientExtensionResults": {}, "response": response})
    }

    /// Answers a question for a new passkey: a person was there and verified.
    fn made(&mut self, ask: &Value) -> Value {
        self.user = ask["user"]["id"].clone();
        let point = self.key.verifying_key().to_encoded_point(false);
        let cose = [
            &[0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32][..],
            point.x().unwrap(),
            &[0x22, 0x58, 32],
            point.y().unwrap(),
        ];
        let data =
            [&self.authenticator_data(0x45)[..], &[0; 16], &[0, 16], &self.id, &cose.concat()].concat();
        let object = [&b"\xa3cfmtdnonegattStmt\xa0hauthDataX"[..], &[data.len() as u8], &data].concat();
        let client = self.client_data("webauthn.create", &ask["challenge"]);
        self.response(json!({"clientDataJSON": base64url(&client), "attestationObject": base64url(&object),
            "transports": ["internal"]}))
    }

    /// Answers a question for a passkey that is known.
    fn shown(&mut self, ask: &Value) -> Value {
        self.count += 1;
        let client = self.client_data("webauthn.get", &ask["challenge"]);
        let data = self.authenticator_data(0x05);
        let signature: Signature = self.key.sign(&[&data[..], &Sha256::digest(&client)[..]].concat());
        self.response(json!({"clientDataJSON": base64url(&client), "authenticatorData": base64url(&data),
            "signature": base64url(signature.to_der().as_bytes()), "userHandle": self.user}))
    }
}

/// The server by the name that passkeys belong to.
fn by_name(host: &Host) -> Server {
    Server::new(&format!("http://localhost:{}", host.server.host().rsplit(':').next().unwrap())).unwrap()
}

fn key(server: &Server, number: u8) -> Key {
    Key {
        id: [number; 16],
        key: SigningKey::from_slice(&[number; 32]).unwrap(),
        user: Value::Null,
        count: 0,
        rp: "localhost",
        origin: format!("http://{}", server.host()),
    }
}

async fn ask(server: &Server, path: &str, token: Option<&str>, body: Value) -> (u16, Value) {
    let answer = server.request("POST", path, token, Some(&body)).await.unwrap();
    (answer.status, answer.json().unwrap_or_default())
}

async fn question(server: &Server, path: &str, token: Option<&str>) -> Value {
    let (status, asked) = ask(server, path, token, json!({})).await;
    assert_eq!(status, 200, "{asked}");
    asked["public_key"].clone()
}

async fn add(server: &Server, token: &str, key: &mut Key) -> (u16, Value) {
    let asked = question(server, "/api/me/passkeys/begin", Some(token)).await;
    let body = json!({"name": "手机", "credential": key.made(&asked)});
    ask(server, "/api/me/passkeys/finish", Some(token), body).await
}

async fn enter(server: &Server, key: &mut Key) -> (u16, Value) {
    let asked = question(server, "/api/passkeys/begin", None).await;
    let body = json!({"device": "Safari · iPhone", "credential": key.shown(&asked)});
    ask(server, "/api/passkeys/finish", None, body).await
}

async fn get(server: &Server, path: &str, token: &str) -> Value {
    server.request("GET", path, Some(token), None).await.unwrap().json().unwrap_or_default()
}

#[tokio::test]
async fn a_passkey_brings_its_player_to_another_device() {
    let host = host();
    let server = by_name(&host);
    let token = server.register("小明").await.unwrap();
    let me = get(&server, "/api/me", &token).await["player"].clone();
    let mut phone = key(&server, 1);
    let asked = question(&server, "/api/me/passkeys/begin", Some(&token)).await;
    assert_eq!((&asked["user"]["name"], &asked["rp"]["id"]), (&json!("小明"), &json!("localhost")));
    assert_eq!(asked["authenticatorSelection"]["residentKey"], "required");
    assert_eq!(asked["authenticatorSelection"]["userVerification"], "preferred");
    assert_eq!((&asked["attestation"], &asked["timeout"]), (&json!("none"), &json!(300_000)));
    let (status, made) = add(&server, &token, &mut phone).await;
    assert_eq!((status, &made["name"], &made["used"]), (201, &json!("手机"), &Value::Null));

    let (status, entered) = enter(&server, &mut phone).await;
    assert_eq!((status, &entered["player"]), (200, &me), "{entered}");
    let second = entered["token"].as_str().unwrap();
    // Both devices are signed in.
    for device in [token.as_str(), second] {
        assert_eq!(get(&server, "/api/me", device).await["player"], me);
    }
    let list = get(&server, "/api/me/passkeys", &token).await;
    assert!(list["available"] == true && list["passkeys"][0]["used"].is_u64(), "{list}");
    let devices = get(&server, "/api/me/tokens", &token).await;
    assert_eq!(devices["tokens"][0]["device"], "Safari · iPhone");
    // Where it is known already, no second one is made.
    let asked = question(&server, "/api/me/passkeys/begin", Some(&token)).await;
    assert_eq!(asked["excludeCredentials"][0]["id"], base64url(&phone.id));

    let stranger = server.register("外人").await.unwrap();
    let path = format!("/api/me/passkeys/{}", made["id"].as_str().unwrap());
    for (who, status) in [(&stranger, 404), (&token, 204), (&token, 404)] {
        assert_eq!(server.request("DELETE", &path, Some(who), None).await.unwrap().status, status);
    }
    let (status, refused) = enter(&server, &mut phone).await;
    assert_eq!((status, refused["code"].as_str()), (401, Some("passkey/refused")));
    assert_eq!(get(&server, "/api/me", second).await["player"], me, "who is in stays in");
    assert!(!host.log().contains(second));
}

#[tokio::test]
async fn what_is_forged_stale_or_anothers_is_refused() {
    let host = host();
    let server = by_name(&host);
    let token = server.register("小明").await.unwrap();
    let mut good = key(&server, 1);
    // Made for another page, another site, or by the question of somebody else.
    let other = server.register("外人").await.unwrap();
    for wrong in [
        Key { origin: "https://example.org".into(), ..key(&server, 2) },
        Key { origin: format!("http://{}.example.org", "localhost"), ..key(&server, 2) },
        Key { rp: "example.org", ..key(&server, 2) },
    ] {
        let (status, refused) = add(&server, &token, &mut wrong.clone()).await;
        assert_eq!((status, refused["code"].as_str()), (401, Some("passkey/refused")), "{}", wrong.origin);
    }
    let asked = question(&server, "/api/me/passkeys/begin", Some(&other)).await;
    let body = json!({"credential": good.made(&asked)});
    assert_eq!(
        ask(&server, "/api/me/passkeys/finish", Some(&token), body.clone()).await.0,
        401,
        "another's question"
    );
    assert_eq!(ask(&server, "/api/me/passkeys/finish", Some(&other), body).await.0, 401, "used up by that");
    assert_eq!(add(&server, &token, &mut good).await.0, 201);
    assert_eq!(add(&server, &other, &mut good.clone()).await.0, 409, "it is somebody's already");

    let enter_with = async |key: &mut Key, change: &dyn Fn(&mut Value)| {
        let asked = question(&server, "/api/passkeys/begin", None).await;
        let mut body = json!({"credential": key.shown(&asked)});
        change(&mut body);
        (ask(&server, "/api/passkeys/finish", None, body.clone()).await.0, body)
    };
    let (status, body) = enter_with(&mut good, &|_| {}).await;
    assert_eq!(status, 200);
    assert_eq!(ask(&server, "/api/passkeys/finish", None, body).await.0, 401, "the same answer again");
    let mut forged = Key { key: SigningKey::from_slice(&[9; 32]).unwrap(), ..good.clone() };
    assert_eq!(enter_with(&mut forged, &|_| {}).await.0, 401, "another key");
    let mut clone = Key { count: 0, ..good.clone() };
    assert_eq!(enter_with(&mut clone, &|_| {}).await.0, 401, "its count went back");
    for bad in [
        json!({}),
        json!({"credential": {}}),
        json!({"credential": 7}),
        json!({"credential": {"id": "x"}, "x": 1}),
    ] {
        let (status, refused) = ask(&server, "/api/passkeys/finish", None, bad).await;
        assert!(matches!(status, 400 | 401) && refused["code"].is_string(), "{status} {refused}");
    }
    assert_eq!(get(&server, "/api/me/tokens", &token).await["tokens"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn passkeys_need_their_name_and_are_asked_for_slowly() {
    let at_an_address = host();
    let token = at_an_address.server.register("小明").await.unwrap();
    for (path, token) in [("/api/me/passkeys/begin", Some(token.as_str())), ("/api/passkeys/begin", None)] {
        let (status, refused) = ask(&at_an_address.server, path, token, json!({})).await;
        assert_eq!((status, refused["code"].as_str()), (400, Some("passkey/unavailable")));
        assert!(
            refused["en"].as_str().unwrap().contains("public_url")
                && refused["zh"].as_str().unwrap().contains("public_url")
        );
    }
    assert_eq!(get(&at_an_address.server, "/api/me/passkeys", &token).await["available"], false);
    let public = host_with(&["--public-url", "https://example.org"]);
    let (status, refused) = ask(&by_name(&public), "/api/passkeys/begin", None, json!({})).await;
    assert_eq!(
        (status, refused["code"].as_str()),
        (400, Some("passkey/unavailable")),
        "it has a name of its own"
    );
    let server = by_name(&at_an_address);
    let mut answers = Vec::new();
    for _ in 0..20 {
        answers.push(ask(&server, "/api/passkeys/begin", None, json!({})).await.0);
    }
    let asked = answers.iter().filter(|status| **status == 200).count();
    assert!((10..=12).contains(&asked) && answers[19] == 429, "{answers:?}");
}

/// One address sends answers that no question was asked for; another person must still be able to sign in.
#[tokio::test]
async fn wrong_answers_lock_nobody_out() {
    let host = host_with(&["--requests-per-second", "2000"]);
    let server = by_name(&host);
    let token = server.register("小明").await.unwrap();
    let mut good = key(&server, 1);
    assert_eq!(add(&server, &token, &mut good).await.0, 201);
    let asked = question(&server, "/api/passkeys/begin", None).await;
    let mut stale = json!({"credential": good.shown(&asked)});
    assert_eq!(ask(&server, "/api/passkeys/finish", None, stale.clone()).await.0, 200);
    stale["device"] = "Nobody".into();
    for _ in 0..300 {
        assert_eq!(ask(&server, "/api/passkeys/finish", None, stale.clone()).await.0, 401);
    }
    assert_eq!(enter(&server, &mut good).await.0, 200);
    let (status, refused) =
        ask(&server, "/api/recover", None, json!({"code": "AAAAA-AAAAA-AAAAA-AAAAA"})).await;
    assert_eq!(
        (status, refused["code"].as_str()),
        (401, Some("auth/recovery")),
        "codes have a budget of their own"
    );
}
