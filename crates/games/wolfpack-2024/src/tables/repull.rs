//! Which results may be pulled again, and for what [5.repull_list].

use derbyhouse_kernel::named;
use derbyhouse_tables::{Node, TableError};

named! {
    /// A result of cards, by what it decides.
    Pull, "kind of pull" {
        /// In set-up [19.size].
        ConvoySize = "convoy_size",
        /// In set-up [19.speed].
        ConvoySpeed = "convoy_speed",
        /// In set-up [22.weather].
        Weather = "weather",
        /// In set-up [22.time].
        TimeOfDay = "time_of_day",
        /// In set-up [21.load_card].
        TorpedoLoad = "torpedo_load",
        /// [25.hit_check_cards], (R15)
        HitCheck = "torpedo_hit_check",
        /// [26.detonation_by_era_type], (R14)
        Detonation = "detonation",
        /// [26.ship_damage]
        ShipDamage = "ship_damage",
        /// [27.missed_needs_10]
        MissedTorpedo = "missed_torpedo",
        /// [31.entry_d10]
        ApproachToAttack = "approach_to_attack",
        /// [38.tdc_value]
        Tdc = "tdc",
        /// [42.evasion]
        Evasion = "evasion",
        /// [50.one_card_at_a_time]
        AswAttackCard = "asw_attack_card",
        /// [51.levels_add]
        UboatDamageCard = "uboat_damage_card",
        /// [52.ram_cards]
        RamCard = "ram_card",
        /// [55.survival_results]
        Survival = "survival",
        /// [61.repair_roll]
        Repair = "repair",
        /// [62.contain_first]
        Contain = "contain",
        /// [60.escort_to_hit]
        EscortOnAttackMap = "uboat_vs_escort_attack_map",
        /// [22.patrol_event]
        PatrolEvent = "patrol_event",
        /// [22.start_box]
        StartLocation = "start_location",
        /// [68.extra_table]
        ExtraUboats = "extra_uboats",
        /// [28.crush_colour]
        Implosion = "implosion",
        /// [29.scuttle_table]
        Scuttle = "scuttle",
        /// [40.one_card]
        LocationCheck = "escort_location_check",
        /// [41.target_choice]
        Search = "escort_search",
        /// [42.distance_r3]
        Distance = "distance",
        /// [54.fitted_table]
        Fitted = "fitted",
        /// [5.random_number]
        RandomTarget = "random_target",
        /// [50.helmsman]
        ChargeCheck = "charge_attack_check",
        /// [52.ram_check]
        RamCheck = "ram_check",
        /// [53.to_hit_fast]
        EscortOnApproach = "uboat_vs_escort_approach",
        /// [56.collision]
        Collision = "collision",
        /// [57.who_is_searched]
        ConvoySearch = "convoy_search",
        /// [60.wake_by_day]
        Wake = "steam_wake",
        /// [64.heal_numbers]
        Heal = "heal",
        /// [62.gas_check]
        Gas = "gas",
        /// [65.end_d10]
        EndOfPatrol = "end_of_patrol",
        /// [68.straggler_roll]
        Straggler = "straggler",
        /// [68.home_event]
        HomeEvent = "rtb_event",
        /// [72.heavy_officer]
        OfficerRecovery = "officer_recovery",
        /// [19.special_ship]
        SpecialShip = "special_ship",
        /// [63.hydrophone_drop_out]
        Hydrophone = "hydrophone_check",
        /// [51.crew_wound], (R104)
        CrewPosition = "crew_position",
        /// [68.home_event]
        WoundSeverity = "wound_severity",
        /// [69.replacement_lost]
        ReplacementLoss = "replacement_loss",
    }
}

/// What a second pull costs [5.repull_list].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Price {
    /// Fate points, in set-up [17.fp_repull_8].
    Fate,
    /// A tactical point of the boat concerned.
    Tactical,
    /// It may not be pulled again.
    Never,
}

/// The list of what may be pulled again.
#[derive(Clone, Debug)]
pub struct Repulls([Price; Pull::ALL.len()]);

impl Repulls {
    /// What a second pull costs.
    pub fn price(&self, pull: Pull) -> Price {
        self.0[pull.index()]
    }
}

pub fn read(node: &Node<'_>) -> Result<Repulls, TableError> {
    node.only(&["setup_8fp", "tp_1", "never", "max_per_result"])?;
    super::cells::just(&node.get("max_per_result")?, 1)?; // [5.repull_once]
    let mut prices = [None; Pull::ALL.len()];
    for (key, price) in [
        ("setup_8fp", Price::Fate),
        ("tp_1", Price::Tactical),
        ("never", Price::Never),
    ] {
        for item in node.get(key)?.items()? {
            let pull: Pull = item.parse()?;
            if prices[pull.index()].replace(price).is_some() {
                return Err(item.error(format!("“{pull}” stands here twice")));
            }
            let in_setup = pull <= Pull::TorpedoLoad;
            if in_setup != (price == Price::Fate) && price != Price::Never {
                return Err(item.error("fate points pay in set-up, tactical points on patrol"));
            }
        }
    }
    let missing = Pull::ALL
        .into_iter()
        .find(|pull| prices[pull.index()].is_none());
    match missing {
        Some(pull) => Err(node.error(format!("nothing is said of “{pull}”"))),
        None => Ok(Repulls(prices.map(|price| price.unwrap_or(Price::Never)))),
    }
}
