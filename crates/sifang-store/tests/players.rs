//! Players, what proves who they are, and the options they save.

use crate::common::{Place, Shared, both, entry};
use sifang_store::{
    Forgotten, NewPasskey, NewPlayer, NewRecovery, NewRoom, NewToken, PasskeyUse, PlayedDeal, PlayedMatch,
    Player, Preset, StoreError,
};

both!(
    a_token_is_used_listed_revoked_and_expires,
    a_recovery_code_works_once_and_ends_everything_else,
    passkeys_are_few_and_each_use_is_checked_against_the_last,
    a_deleted_account_leaves_nothing_that_names_it,
    options_are_saved_by_name_and_handed_on_by_link,
);

/// Since the beginning of time: nothing has expired.
const EVER: i64 = i64::MIN;

fn token(secret: u8, created_ms: i64) -> NewToken {
    NewToken { hash: [secret; 32], id: format!("t{secret}"), device: "Firefox".into(), created_ms }
}

fn new(id: &str, secret: u8) -> NewPlayer {
    NewPlayer { player: Player { id: id.into(), nickname: "小明".into() }, token: token(secret, 1) }
}

fn passkey(secret: u8) -> NewPasskey {
    NewPasskey {
        credential: vec![secret; 20],
        id: format!("k{secret}"),
        name: "phone".into(),
        fixed: vec![1],
        changing: vec![0],
        created_ms: i64::from(secret),
    }
}

fn sign_in(secret: u8, before: u8, token_of: u8, at: i64) -> PasskeyUse {
    PasskeyUse {
        credential: vec![secret; 20],
        before: vec![before],
        after: vec![before + 1],
        token: token(token_of, at),
    }
}

async fn who(store: &Shared, token: u8) -> Option<String> {
    store.player_by_token([token; 32], EVER).await.unwrap().map(|known| known.player.id)
}

async fn ids(store: &Shared, player: &str) -> Vec<String> {
    store.tokens(player.into(), EVER).await.unwrap().into_iter().map(|token| token.id).collect()
}

async fn a_token_is_used_listed_revoked_and_expires(place: Place) {
    let store = place.open().await;
    store.add_player(new("p", 1)).await.unwrap();
    assert!(matches!(store.add_player(new("p", 2)).await, Err(StoreError::Taken)));
    assert_eq!(who(&store, 2).await, None);
    store.rename("p".into(), "大明".into()).await.unwrap();
    let known = store.player_by_token([1; 32], 1).await.unwrap().unwrap();
    assert_eq!((known.player.nickname.as_str(), known.token.as_str(), known.used_ms), ("大明", "t1", 1));
    assert!(store.player_by_token([1; 32], 2).await.unwrap().is_none(), "unused since");
    assert!(store.tokens("p".into(), 2).await.unwrap().is_empty());
    store.touch_token([1; 32], 50).await.unwrap();
    store.touch_token([1; 32], 40).await.unwrap();
    let tokens = store.tokens("p".into(), 50).await.unwrap();
    assert_eq!((tokens[0].created_ms, tokens[0].used_ms, tokens[0].device.as_str()), (1, 50, "Firefox"));
    // Devices come by a passkey; the one that was idle longest makes room.
    assert!(store.add_passkey("p".into(), passkey(9), 2).await.unwrap());
    for (n, gone) in [(2, None), (3, None), (4, Some("t1"))] {
        let used = sign_in(9, n - 2, n, 60 + i64::from(n));
        let dropped = store.use_passkey(used, 3).await.unwrap().unwrap();
        assert_eq!(dropped.first().map(String::as_str), gone);
    }
    assert_eq!(ids(&store, "p").await, ["t4", "t3", "t2"]);
    assert!(!store.revoke_token("q".into(), "t3".into()).await.unwrap(), "another's");
    assert!(store.revoke_token("p".into(), "t3".into()).await.unwrap());
    assert!(!store.revoke_token("p".into(), "t3".into()).await.unwrap());
    assert_eq!((who(&store, 3).await, who(&store, 4).await.as_deref()), (None, Some("p")));
    store.revoke_others("p".into(), "t2".into()).await.unwrap();
    assert_eq!(ids(&store, "p").await, ["t2"]);
    store.expire_tokens(62).await.unwrap();
    assert_eq!(ids(&store, "p").await, ["t2"], "used since");
    store.expire_tokens(63).await.unwrap();
    assert!(ids(&store, "p").await.is_empty());
    assert!(matches!(store.rename("q".into(), "x".into()).await, Err(StoreError::Missing)));
}

async fn a_recovery_code_works_once_and_ends_everything_else(place: Place) {
    let store = place.open().await;
    store.add_player(new("p", 1)).await.unwrap();
    store.add_player(new("q", 2)).await.unwrap();
    let recover =
        |code, next, with| NewRecovery { code: [code; 32], next: [next; 32], token: token(with, 9) };
    assert!(!store.has_recovery("p".into()).await.unwrap());
    assert_eq!(store.recover(recover(101, 102, 3)).await.unwrap(), None);
    store.set_recovery("p".into(), [100; 32]).await.unwrap();
    store.set_recovery("p".into(), [101; 32]).await.unwrap();
    assert!(store.has_recovery("p".into()).await.unwrap());
    assert_eq!(store.recover(recover(100, 102, 3)).await.unwrap(), None, "a newer one replaced it");
    assert_eq!(who(&store, 3).await, None);
    assert_eq!(store.recover(recover(101, 102, 3)).await.unwrap().unwrap().id, "p");
    assert_eq!((ids(&store, "p").await, who(&store, 1).await), (vec!["t3".to_owned()], None));
    assert_eq!(store.recover(recover(101, 103, 4)).await.unwrap(), None, "used up");
    assert_eq!(store.recover(recover(102, 103, 5)).await.unwrap().unwrap().id, "p");
    assert_eq!(who(&store, 2).await.as_deref(), Some("q"));
}

async fn passkeys_are_few_and_each_use_is_checked_against_the_last(place: Place) {
    let store = place.open().await;
    store.add_player(new("p", 1)).await.unwrap();
    assert!(!store.add_passkey("nobody".into(), passkey(1), 2).await.unwrap());
    for (n, added) in [(1, true), (1, false), (2, true), (3, false)] {
        assert_eq!(store.add_passkey("p".into(), passkey(n), 2).await.unwrap(), added, "{n}");
    }
    let known = store.passkey(vec![1; 20]).await.unwrap().unwrap();
    assert_eq!((known.player.id.as_str(), known.fixed, known.changing), ("p", vec![1], vec![0]));
    assert!(store.use_passkey(sign_in(1, 0, 4, 5), 9).await.unwrap().is_some());
    assert_eq!(store.use_passkey(sign_in(1, 0, 5, 6), 9).await.unwrap(), None, "the same answer again");
    assert_eq!((who(&store, 4).await.as_deref(), who(&store, 5).await), (Some("p"), None));
    let listed = store.passkeys("p".into()).await.unwrap();
    assert_eq!(
        listed.iter().map(|key| (key.id.as_str(), key.used_ms)).collect::<Vec<_>>(),
        [("k1", Some(5)), ("k2", None)]
    );
    assert!(!store.drop_passkey("q".into(), "k1".into()).await.unwrap());
    assert!(store.drop_passkey("p".into(), "k1".into()).await.unwrap());
    assert_eq!(store.passkey(vec![1; 20]).await.unwrap(), None);
    assert_eq!(store.use_passkey(sign_in(1, 1, 6, 7), 9).await.unwrap(), None);
}

async fn a_deleted_account_leaves_nothing_that_names_it(place: Place) {
    let store = place.open().await;
    for (id, secret) in [("p", 1), ("q", 2)] {
        store.add_player(new(id, secret)).await.unwrap();
    }
    store.set_recovery("p".into(), [100; 32]).await.unwrap();
    store.add_passkey("p".into(), passkey(9), 2).await.unwrap();
    let preset = Preset { name: "家规".into(), link: "l".into(), body: b"{}".to_vec() };
    store.save_preset("p".into(), preset, 1).await.unwrap();
    let room =
        NewRoom { id: "r".into(), code: "000001".into(), link: "x".into(), created_ms: 1, meta: vec![] };
    store.open(room).await.unwrap();
    for (n, match_id) in ["both", "alone"].into_iter().enumerate() {
        let mut line = entry("r", n as u64, &["line"]);
        line.deals.push(PlayedDeal { match_id: match_id.into(), number: 1, record: vec![], events: vec![7] });
        let players = [("p", n == 0 || n == 1), ("q", n == 0)].into_iter().filter(|(_, there)| *there);
        line.played = Some(PlayedMatch {
            id: match_id.into(),
            rules: "wuxi".into(),
            ended_ms: 5 + n as i64,
            players: players.map(|(id, _)| (id.to_owned(), b"with p".to_vec())).collect(),
            record: b"with p".to_vec(),
        });
        store.append(line).await.unwrap();
    }
    store.erase("p".into(), 77).await.unwrap();
    assert!(matches!(store.erase("p".into(), 78).await, Err(StoreError::Missing)));
    assert_eq!((who(&store, 1).await, who(&store, 2).await.as_deref()), (None, Some("q")));
    assert_eq!(store.passkey(vec![9; 20]).await.unwrap(), None);
    assert_eq!(store.preset_by_link("l".into()).await.unwrap(), None);
    let recovery = NewRecovery { code: [100; 32], next: [101; 32], token: token(8, 1) };
    assert_eq!(store.recover(recovery).await.unwrap(), None);
    // The rest is found again after a restart.
    store.shut_down().await.unwrap();
    drop(store);
    let store = place.open().await;
    let named = |match_id: &str| ("p".to_owned(), match_id.to_owned());
    assert_eq!(store.erased().await.unwrap(), ["p"]);
    assert_eq!(store.to_forget(1).await.unwrap().len(), 1);
    assert_eq!(store.to_forget(9).await.unwrap(), [named("alone"), named("both")]);
    assert_eq!(store.summary("q".into(), "both".into()).await.unwrap().unwrap(), b"with p");
    let without = |match_id: &str, record: Option<&[u8]>, others: &[&str]| Forgotten {
        match_id: match_id.into(),
        player: "p".into(),
        record: record.map(<[u8]>::to_vec),
        others: others.iter().map(|other| ((*other).into(), b"without".to_vec())).collect(),
    };
    store.forget(without("both", Some(b"without"), &["q"])).await.unwrap();
    store.forget(without("alone", None, &[])).await.unwrap();
    assert!(store.to_forget(9).await.unwrap().is_empty());
    let door = place.door();
    let erased = || door.number("SELECT count(*) FROM erased");
    store.end_erasures(77).await.unwrap();
    assert_eq!(erased(), 1);
    store.end_erasures(78).await.unwrap();
    assert_eq!(erased(), 0);
    assert!(store.history("p".into(), None, i64::MAX, 9).await.unwrap().is_empty());
    assert_eq!(store.history("q".into(), None, i64::MAX, 9).await.unwrap()[0].summary, b"without");
    assert_eq!(store.record("both".into()).await.unwrap().unwrap(), b"without");
    assert_eq!(store.events("both".into(), 1).await.unwrap().unwrap(), [7]);
    assert_eq!(store.record("alone".into()).await.unwrap(), None);
    assert_eq!(door.number("SELECT count(*) FROM played_deal"), 1);
}

async fn options_are_saved_by_name_and_handed_on_by_link(place: Place) {
    let store = place.open().await;
    store.add_player(new("p", 1)).await.unwrap();
    let preset = |name: &str, link: &str, body: &str| Preset {
        name: name.into(),
        link: link.into(),
        body: body.as_bytes().to_vec(),
    };
    assert_eq!(store.save_preset("p".into(), preset("家规", "l1", "{}"), 1).await.unwrap(), "l1");
    assert_eq!(store.save_preset("p".into(), preset("家规", "l2", "{\"a\":1}"), 2).await.unwrap(), "l1");
    assert_eq!(store.presets("p".into()).await.unwrap(), [preset("家规", "l1", "{\"a\":1}")]);
    assert_eq!(store.preset_by_link("l1".into()).await.unwrap(), Some(preset("家规", "l1", "{\"a\":1}")));
    assert_eq!(store.preset_by_link("l2".into()).await.unwrap(), None);
    let nobody = store.save_preset("q".into(), preset("x", "l3", "{}"), 3).await;
    assert!(matches!(nobody, Err(StoreError::Missing)));
    assert!(store.drop_preset("p".into(), "家规".into()).await.unwrap());
    assert!(!store.drop_preset("p".into(), "家规".into()).await.unwrap());
}
