//! The store: the same cases on SQLite and on a real PostgreSQL.
#![allow(clippy::unwrap_used)] // the helpers are tests too

mod cases;
mod postgres;

use derbyhouse_store::Store;
use postgres::Postgres;

#[tokio::test(flavor = "multi_thread")]
async fn on_sqlite() {
    for (name, case) in cases::ALL {
        let folder = tempfile::tempdir().unwrap();
        // A name that a URL would read otherwise.
        let file = folder.path().join("a name?with#odd%20letters.sqlite");
        println!("{name}");
        let open = || {
            let file = file.clone();
            async move { Store::file(&file).await.unwrap() }
        };
        case(open().await, open().await).await;
        assert!(file.exists());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn on_postgres() {
    let Some(server) = Postgres::start() else {
        println!("skipped: no PostgreSQL server is installed here");
        return;
    };
    for (name, case) in cases::ALL {
        println!("{name}");
        let url = server.database();
        let open = || async { Store::open(&url).await.unwrap() };
        case(open().await, open().await).await;
    }
}

#[tokio::test]
async fn what_cannot_be_opened_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("matches.sqlite");
    std::fs::write(&file, "this is no database, but a letter home").unwrap();
    assert!(Store::file(&file).await.is_err());
    assert!(
        Store::file(&folder.path().join("no/such/folder"))
            .await
            .is_err()
    );
    assert!(
        Store::open("postgres://nobody@127.0.0.1:1/none")
            .await
            .is_err()
    );
    assert!(Store::open("mysql://localhost/none").await.is_err());
}
