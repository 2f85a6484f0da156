//! What every store must do. Each case gets two stores that are open on one database.

use derbyhouse_store::{
    Act, Append, Deed, Hash, Invited, Key, Line, NewMatch, SeatRow, Store, StoreError,
};
use std::pin::Pin;

type Case = fn(Store, Store) -> Pin<Box<dyn Future<Output = ()> + Send>>;

pub const ALL: &[(&str, Case)] = &[
    ("a match is kept", |a, b| Box::pin(a_match_is_kept(a, b))),
    ("acts are kept in order", |a, b| {
        Box::pin(acts_are_kept_in_order(a, b))
    }),
    ("nobody writes over an act", |a, b| {
        Box::pin(nobody_writes_over_an_act(a, b))
    }),
    ("an append is whole", |a, b| {
        Box::pin(an_append_is_whole(a, b))
    }),
    ("an invitation is good once", |a, b| {
        Box::pin(an_invitation_is_good_once(a, b))
    }),
    ("names change", |a, b| Box::pin(names_change(a, b))),
    ("orders are kept", |a, b| Box::pin(orders_are_kept(a, b))),
    ("chat is kept", |a, b| Box::pin(chat_is_kept(a, b))),
    ("many write at once", |a, b| {
        Box::pin(many_write_at_once(a, b))
    }),
    ("texts of all kinds are kept", |a, b| {
        Box::pin(texts_of_all_kinds_are_kept(a, b))
    }),
];

fn match_called(id: &str) -> NewMatch {
    NewMatch {
        id: id.into(),
        game: "toy".into(),
        tutorial: false,
        opening: "the record\nit began with\n".into(),
        created: 1000,
        glance: "first".into(),
        seats: vec![
            SeatRow {
                bot: None,
                name: "Max".into(),
                seen: None,
                orders: r#"{"negate":"always"}"#.into(),
            },
            SeatRow {
                bot: Some("random".into()),
                name: String::new(),
                seen: None,
                orders: "{}".into(),
            },
            SeatRow {
                bot: None,
                name: String::new(),
                seen: None,
                orders: "{}".into(),
            },
        ],
        keys: vec![key("north", Some(0)), key("watch", None)],
        invitations: vec![Invited {
            hash: Hash::of("come in"),
            seat: 2,
        }],
    }
}

fn key(text: &str, seat: Option<usize>) -> Key {
    Key {
        hash: Hash::of(text),
        seat,
    }
}

fn choice(text: &str) -> Act {
    Act {
        seat: 0,
        deed: Deed::Choice(text.into()),
    }
}

fn append(version: u64, acts: Vec<Act>) -> Append {
    Append {
        id: "one".into(),
        version,
        acts,
        now: 2000,
        glance: "later".into(),
    }
}

async fn a_match_is_kept(store: Store, other: Store) {
    assert!(store.shell("one").await.unwrap().is_none());
    assert!(store.played("one").await.unwrap().is_none());
    store.create(match_called("one")).await.unwrap();
    let again = store.create(match_called("one")).await;
    assert!(matches!(again, Err(StoreError::Conflict)), "{again:?}");
    let lesson = NewMatch {
        tutorial: true,
        ..match_called("two")
    };
    store.create(lesson).await.unwrap();
    assert_eq!(other.count().await.unwrap(), 2);
    let shell = other.shell("one").await.unwrap().unwrap();
    assert_eq!((shell.id.as_str(), shell.game.as_str()), ("one", "toy"));
    assert_eq!((shell.created, shell.updated, shell.chat), (1000, 1000, 0));
    assert_eq!(shell.glance, "first");
    assert_eq!(shell.seats, match_called("one").seats);
    assert_eq!(shell.open, [2]);
    assert_eq!(shell.keys.len(), 2);
    for expected in match_called("one").keys {
        assert!(shell.keys.contains(&expected));
    }
    assert!(!shell.tutorial);
    assert!(other.shell("two").await.unwrap().unwrap().tutorial);
}

async fn acts_are_kept_in_order(store: Store, other: Store) {
    store.create(match_called("one")).await.unwrap();
    let opening = "the record\nit began with\n".to_owned();
    let played = other.played("one").await.unwrap();
    assert_eq!(played, Some((opening, vec![])));
    let mut all = Vec::new();
    for n in 0..20 {
        let acts = match n % 5 {
            3 => vec![Act {
                seat: 1,
                deed: Deed::Undo,
            }],
            4 => vec![Act {
                seat: 2,
                deed: Deed::Resign,
            }],
            k => (0..=k).map(|k| choice(&format!("{n}-{k}"))).collect(),
        };
        let version = all.len() as u64;
        store.append(append(version, acts.clone())).await.unwrap();
        all.extend(acts);
    }
    let (_, acts) = other.played("one").await.unwrap().unwrap();
    assert_eq!(acts, all);
    let shell = other.shell("one").await.unwrap().unwrap();
    assert_eq!((shell.updated, shell.glance.as_str()), (2000, "later"));
}

async fn nobody_writes_over_an_act(store: Store, other: Store) {
    store.create(match_called("one")).await.unwrap();
    store.append(append(0, vec![choice("a")])).await.unwrap();
    let late = other.append(append(0, vec![choice("b")])).await;
    assert!(matches!(late, Err(StoreError::Conflict)), "{late:?}");
    // Both at once: one of them.
    let both = tokio::join!(
        store.append(append(1, vec![choice("c")])),
        other.append(append(1, vec![choice("d")]))
    );
    assert!(both.0.is_ok() != both.1.is_ok(), "{both:?}");
    let (_, acts) = store.played("one").await.unwrap().unwrap();
    assert_eq!(acts.len(), 2);
    assert_eq!(acts[0], choice("a"));
}

async fn an_append_is_whole(store: Store, _: Store) {
    store.create(match_called("one")).await.unwrap();
    let acts = vec![choice("a"), choice("b"), choice("c")];
    store.append(append(0, acts)).await.unwrap();
    // Its first act would be new, its second is taken.
    let mixed = Append {
        version: 2,
        ..append(0, vec![choice("x"), choice("y")])
    };
    let refused = store.append(mixed).await;
    assert!(matches!(refused, Err(StoreError::Conflict)), "{refused:?}");
    let stray = Append {
        id: "none".into(),
        ..append(0, vec![choice("x")])
    };
    assert!(store.append(stray).await.is_err(), "there is no such match");
    let (_, acts) = store.played("one").await.unwrap().unwrap();
    assert_eq!(acts.len(), 3);
}

async fn an_invitation_is_good_once(store: Store, other: Store) {
    store.create(match_called("one")).await.unwrap();
    store.create(match_called("two")).await.unwrap();
    let come = Hash::of("come in");
    let wrong = store
        .claim("one", Hash::of("let me in"), Hash::of("k"), "")
        .await;
    assert_eq!(wrong.unwrap(), None);
    let (one, two) = (Hash::of("key one"), Hash::of("key two"));
    let both = tokio::join!(
        store.claim("one", come, one, "Karl"),
        other.claim("one", come, two, "Otto")
    );
    let both = (both.0.unwrap(), both.1.unwrap());
    assert!(
        matches!(both, (Some(2), None) | (None, Some(2))),
        "{both:?}"
    );
    let shell = store.shell("one").await.unwrap().unwrap();
    assert!(shell.open.is_empty());
    let (hash, name) = if both.0.is_some() {
        (one, "Karl")
    } else {
        (two, "Otto")
    };
    assert_eq!(shell.seats[2].name, name);
    let theirs: Vec<&Key> = shell
        .keys
        .iter()
        .filter(|key| key.seat == Some(2))
        .collect();
    assert_eq!(
        theirs,
        [&Key {
            hash,
            seat: Some(2)
        }]
    );
    // The same words open another match's seat only there.
    let elsewhere = store.claim("two", come, Hash::of("k"), "").await;
    assert_eq!(elsewhere.unwrap(), Some(2));
}

async fn names_change(store: Store, other: Store) {
    store.create(match_called("one")).await.unwrap();
    store.rename("one", 0, "Günther").await.unwrap();
    let shell = other.shell("one").await.unwrap().unwrap();
    assert_eq!(shell.seats[0].name, "Günther");
    assert_eq!(shell.seats[0].seen, None);
    store.see("one", 0, 7).await.unwrap();
    let shell = other.shell("one").await.unwrap().unwrap();
    assert_eq!((shell.seats[0].seen, shell.seats[2].seen), (Some(7), None));
    assert_eq!(shell.seats[1].bot.as_deref(), Some("random"));
}

async fn orders_are_kept(store: Store, other: Store) {
    store.create(match_called("m")).await.unwrap();
    let first = other.shell("m").await.unwrap().unwrap();
    assert_eq!(first.seats[0].orders, r#"{"negate":"always"}"#);
    store.order("m", 2, r#"{"shadow":"never"}"#).await.unwrap();
    let seats = other.shell("m").await.unwrap().unwrap().seats;
    let orders: Vec<&str> = seats.iter().map(|seat| seat.orders.as_str()).collect();
    let expected = [r#"{"negate":"always"}"#, "{}", r#"{"shadow":"never"}"#];
    assert_eq!(orders, expected);
}

async fn chat_is_kept(store: Store, other: Store) {
    store.create(match_called("one")).await.unwrap();
    let line = |n: u64| Line {
        n,
        at: 3000,
        seat: 1,
        text: format!("line {n}"),
    };
    for n in 1..=5 {
        store.say("one", line(n)).await.unwrap();
    }
    let taken = other.say("one", line(5)).await;
    assert!(matches!(taken, Err(StoreError::Conflict)), "{taken:?}");
    let last = other.chat("one", 3).await.unwrap();
    assert_eq!(last, [line(3), line(4), line(5)]);
    assert_eq!(other.shell("one").await.unwrap().unwrap().chat, 5);
}

/// Group commit: those that fail do not take the others with them.
async fn many_write_at_once(store: Store, _: Store) {
    store.create(match_called("one")).await.unwrap();
    let mut tasks = Vec::new();
    for n in 0..200u64 {
        let store = store.clone();
        tasks.push(tokio::spawn(async move {
            let id = format!("m{n}");
            store.create(match_called(&id)).await.unwrap();
            let append = Append {
                id: id.clone(),
                ..append(0, vec![choice("a"), choice("b")])
            };
            store.append(append.clone()).await.unwrap();
            // The same again comes too late.
            let again = store.append(append).await;
            assert!(matches!(again, Err(StoreError::Conflict)));
        }));
    }
    for task in tasks {
        task.await.unwrap();
    }
    assert_eq!(store.count().await.unwrap(), 201);
    for n in 0..200 {
        let (_, acts) = store.played(&format!("m{n}")).await.unwrap().unwrap();
        assert_eq!(acts.len(), 2);
    }
}

async fn texts_of_all_kinds_are_kept(store: Store, other: Store) {
    let odd = "'; DROP TABLE acts; -- “ß” 🚢\n\t\\ $1 ?1 %s";
    let new = NewMatch {
        opening: odd.repeat(1000),
        ..match_called("one")
    };
    store.create(new).await.unwrap();
    store.append(append(0, vec![choice(odd)])).await.unwrap();
    let (opening, acts) = other.played("one").await.unwrap().unwrap();
    assert_eq!(opening, odd.repeat(1000));
    assert_eq!(acts, [choice(odd)]);
}
