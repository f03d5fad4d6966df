//! A bot that plays at random, any ruleset; text protocol, standard library only.
//! --connect HOST:PORT or unix:PATH (else standard input and output), --name NAME, --token HEX
use std::collections::hash_map::{HashMap, RandomState};
use std::hash::{BuildHasher, Hasher};
use std::io::{stdin, stdout, BufRead, BufReader, Result, Write};
use std::net::TcpStream;
use std::os::unix::net::UnixStream;

/// xorshift64*, seeded from the keys of the standard library's hash maps.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        ((u128::from(self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)) * bound as u128) >> 64) as usize
    }
}

fn decide(turn: &HashMap<&str, &str>, dice: &mut Dice) -> Option<String> {
    if let Some(choose) = turn.get("choose") {
        let mut cards: Vec<&str> = turn.get("from")?.split(',').collect();
        let mut words = vec![*turn.get("phase")?];
        for _ in 0..choose.parse::<usize>().ok()? {
            words.push(cards.swap_remove(dice.below(cards.len())));
        }
        return Some(words.join(":"));
    }
    let legal: Vec<&str> = turn.get("legal")?.split(',').filter(|word| *word != "claim").collect();
    Some(legal[dice.below(legal.len())].to_string())
}

fn play(source: impl BufRead, mut sink: impl Write, hello: String) -> Result<()> {
    let mut dice = Dice(RandomState::new().build_hasher().finish() | 1);
    writeln!(sink, "{hello}")?;
    sink.flush()?;
    for line in source.lines() {
        let line = line?;
        let (kind, rest) = line.split_once(' ').unwrap_or((&line, ""));
        let message: HashMap<&str, &str> = rest.split(' ').filter_map(|pair| pair.split_once('=')).collect();
        match kind {
            "bye" => break,
            "turn" => {
                let action = decide(&message, &mut dice).expect("a turn has legal actions or cards");
                sink.write_all(format!("act g={} n={} a={action}\n", message["g"], message["n"]).as_bytes())?;
                sink.flush()?;
            }
            _ => {}
        }
    }
    Ok(())
}

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let flags: HashMap<&str, &str> = args.chunks_exact(2).map(|pair| (&*pair[0], &*pair[1])).collect();
    let token = flags.get("--token").map_or(String::new(), |token| format!(" token={token}"));
    let hello = format!("hello v=1 name={}{token}", flags.get("--name").unwrap_or(&"random-rust"));
    let Some(address) = flags.get("--connect") else {
        return play(stdin().lock(), stdout(), hello);
    };
    if let Some(path) = address.strip_prefix("unix:") {
        let stream = UnixStream::connect(path)?;
        return play(BufReader::new(stream.try_clone()?), stream, hello);
    }
    let stream = TcpStream::connect(address)?;
    stream.set_nodelay(true)?;
    play(BufReader::new(stream.try_clone()?), stream, hello)
}
