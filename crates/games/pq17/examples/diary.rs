//! One game between two computer admirals, told to an onlooker who sees everything that either of them sees:
//! `cargo run --release -p pq17 --example diary -- pq17 7 [allied bot] [axis bot]`.

use derbyhouse_bots::Random;
use derbyhouse_kernel::{Bot, Chance, Game, Log, Viewer};
use derbyhouse_scene::Face;
use pq17::{Pq17, Setup};

fn main() {
    let game = match Pq17::new(&[]) {
        Ok(game) => game,
        Err(error) => {
            eprintln!("{error}");
            std::process::exit(2);
        }
    };
    let mut words = std::env::args().skip(1);
    let scenario = words.next().unwrap_or("pq17".to_owned());
    let seed = words
        .next()
        .and_then(|word| word.parse().ok())
        .unwrap_or(0u64);
    let names = [words.next(), words.next()].map(|word| word.unwrap_or("doctrine".to_owned()));
    let mut bots = names.map(|name| bot(&game, &name, seed));
    let setup = Setup::usual(game.tables(), &scenario);
    let (mut chance, mut log) = (Chance::seeded(seed), Log::on());
    let mut position = match game.start(&setup, &mut chance, &mut log) {
        Ok(position) => position,
        Err(error) => {
            eprintln!("{error}");
            std::process::exit(2);
        }
    };
    let mut choices = Vec::new();
    loop {
        tell(&game, &log);
        log = Log::on();
        let Some(seat) = game.asked(&position).first() else {
            break;
        };
        choices.clear();
        game.choices(&position, seat, &mut choices);
        let question = game
            .decision(&position, seat)
            .map(|decision| decision.question);
        let bot = &mut bots[seat.index()];
        let choice = bot.choose(game.view(&position, Viewer::Seat(seat)), &choices);
        let who = game.seats()[seat.index()];
        println!(
            "  {who}, {}: {choice} ({})",
            question.unwrap_or_default(),
            bot.reason()
        );
        if let Err(error) = game.apply(&mut position, seat, &choice, &mut chance, &mut log) {
            eprintln!("{error}");
            std::process::exit(1);
        }
    }
    let view = game.view(&position, Viewer::Observer);
    for entry in view.ledger() {
        println!(
            "{} [{}] {} {}",
            entry.turn, entry.rule, entry.vp, entry.text
        );
    }
    println!(
        "{:?} {:?}",
        game.outcome(&position),
        game.figures(&position)
    );
}

fn bot(game: &Pq17, name: &str, seed: u64) -> Box<dyn Bot<Pq17>> {
    game.bot(name, seed)
        .unwrap_or_else(|| Box::new(Random::new(seed)))
}

/// What was heard, each line once for whoever hears it in other words.
fn tell(game: &Pq17, log: &Log<pq17::Event>) {
    let seats = [pq17::side::Side::Allied, pq17::side::Side::Axis];
    for event in log.events() {
        let mut heard: Vec<String> = Vec::new();
        for side in seats {
            let line = game.line(Viewer::Seat(side.seat()), event);
            if let Some(line) = line
                .map(|line| line.text)
                .filter(|text| !heard.contains(text))
            {
                println!("{side:?}: {line}");
                heard.push(line);
            }
        }
    }
}
