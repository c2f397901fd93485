//! Players, their tokens, and the options they save.

use crate::common::store;
use sifang_store::{NewPlayer, Player, Preset, Store, StoreError};

fn new(id: &str, secret: u8) -> NewPlayer {
    NewPlayer {
        player: Player { id: id.into(), nickname: "小明".into() },
        token: [secret; 32],
        created_ms: 1,
    }
}

#[tokio::test]
async fn a_player_is_known_by_every_token_and_by_the_latest_code() {
    let (_folder, store) = store().await;
    store.add_player(new("p", 1)).await.unwrap();
    assert!(matches!(store.add_player(new("p", 2)).await, Err(StoreError::Taken)));
    assert_eq!(store.player_by_token([2; 32]).await.unwrap(), None);
    store.add_token("p".into(), [3; 32], 5).await.unwrap();
    store.rename("p".into(), "大明".into()).await.unwrap();
    let renamed = Some(Player { id: "p".into(), nickname: "大明".into() });
    for token in [1, 3] {
        assert_eq!(store.player_by_token([token; 32]).await.unwrap(), renamed);
    }
    assert_eq!(store.player_by_recovery([101; 32]).await.unwrap(), None);
    store.set_recovery("p".into(), [101; 32]).await.unwrap();
    assert_eq!(store.player_by_recovery([101; 32]).await.unwrap(), renamed);
    store.set_recovery("p".into(), [77; 32]).await.unwrap();
    assert_eq!(store.player_by_recovery([101; 32]).await.unwrap(), None);
    assert_eq!(store.player_by_recovery([77; 32]).await.unwrap(), renamed);
    assert!(matches!(store.rename("q".into(), "x".into()).await, Err(StoreError::Missing)));
    assert!(matches!(store.add_token("q".into(), [9; 32], 5).await, Err(StoreError::Missing)));
}

#[tokio::test]
async fn options_are_saved_by_name_and_handed_on_by_link() {
    let (_folder, store) = store().await;
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
