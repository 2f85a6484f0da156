//! The places of the map by name: operations areas, Special Mission Zones, bases, and the groups they belong to [2.1].
//! What lies beside what, and what each is like, stands in the tables.

use derbyhouse_kernel::named;

named! {
    /// An operations area [2.1].
    Area, "operations area" {
        /// North Sea.
        NorthSea = "north_sea",
        /// Norwegian Sea.
        NorwegianSea = "norwegian_sea",
        /// Barents Sea.
        BarentsSea = "barents_sea",
        /// Western Approaches.
        WesternApproaches = "western_approaches",
        /// SW Approaches.
        SwApproaches = "sw_approaches",
        /// Greenland Gap.
        GreenlandGap = "greenland_gap",
        /// Grand Banks.
        GrandBanks = "grand_banks",
        /// Maritimes.
        Maritimes = "maritimes",
        /// US East Coast.
        UsEastCoast = "us_east_coast",
        /// Bermuda.
        Bermuda = "bermuda",
        /// Sargasso Sea.
        SargassoSea = "sargasso_sea",
        /// Mid-Ocean.
        MidOcean = "mid_ocean",
        /// Morocco.
        Morocco = "morocco",
        /// Cape Verde.
        CapeVerde = "cape_verde",
        /// West Africa.
        WestAfrica = "west_africa",
        /// Gulf of Mexico.
        GulfOfMexico = "gulf_of_mexico",
        /// Caribbean.
        Caribbean = "caribbean",
        /// Guiana Basin.
        GuianaBasin = "guiana_basin",
        /// Brazil Basin.
        BrazilBasin = "brazil_basin",
        /// St Helena.
        StHelena = "st_helena",
        /// Argentine Basin.
        ArgentineBasin = "argentine_basin",
        /// South Africa.
        SouthAfrica = "south_africa",
        /// Mozambique Channel.
        MozambiqueChannel = "mozambique_channel",
        /// Indian Ocean.
        IndianOcean = "indian_ocean",
        /// Western Med.
        WesternMed = "western_med",
        /// Central Med.
        CentralMed = "central_med",
        /// Eastern Med.
        EasternMed = "eastern_med",
    }
}

named! {
    /// A Special Mission Zone [20.1].
    Zone, "Special Mission Zone" {
        /// Scapa Flow / English Coast.
        EnglishCoast = "english_coast",
        /// Ireland.
        Ireland = "ireland",
        /// English Channel.
        EnglishChannel = "english_channel",
        /// Bay of Biscay.
        BayOfBiscay = "bay_of_biscay",
        /// Gibraltar.
        Gibraltar = "gibraltar",
        /// Narvik.
        Narvik = "narvik",
        /// Murmansk.
        Murmansk = "murmansk",
        /// St Lawrence.
        StLawrence = "st_lawrence",
        /// US Eastern Seaboard.
        UsEasternSeaboard = "us_eastern_seaboard",
        /// Florida.
        Florida = "florida",
        /// US Canal Zone.
        UsCanalZone = "us_canal_zone",
        /// Lesser Antilles.
        LesserAntilles = "lesser_antilles",
        /// Freetown.
        Freetown = "freetown",
        /// Capetown.
        Capetown = "capetown",
        /// Azores.
        Azores = "azores",
        /// Levant.
        Levant = "levant",
        /// Casablanca.
        Casablanca = "casablanca",
        /// Dakar.
        Dakar = "dakar",
        /// River Plate.
        RiverPlate = "river_plate",
        /// Rio de Janeiro.
        RioDeJaneiro = "rio_de_janeiro",
        /// Canary Islands.
        CanaryIslands = "canary_islands",
        /// Diego Suarez.
        DiegoSuarez = "diego_suarez",
    }
}

named! {
    /// A base with a repair track [21.0].
    Base, "base" {
        /// Germany.
        Germany = "germany",
        /// Norway.
        Norway = "norway",
        /// France-Atlantic.
        FranceAtlantic = "france_atlantic",
        /// Italy.
        Italy = "italy",
        /// Greece.
        Greece = "greece",
        /// Toulon.
        Toulon = "toulon",
    }
}

named! {
    /// A group of areas, for general ASW, straggle and events.
    Group, "group of areas" {
        /// North Sea.
        Home = "home",
        /// Arctic.
        Arctic = "arctic",
        /// North Atlantic.
        NorthAtlantic = "north_atlantic",
        /// Central Atlantic.
        CentralAtlantic = "central_atlantic",
        /// North America.
        NorthAmerica = "north_america",
        /// Caribbean and Gulf.
        Caribbean = "caribbean",
        /// South Atlantic / Indian Ocean.
        SouthAtlantic = "south_atlantic",
        /// Mediterranean.
        Mediterranean = "mediterranean",
    }
}

named! {
    /// A neutral port with an interned tanker [21.31].
    Port, "neutral port" {
        /// El Ferrol.
        ElFerrol = "el_ferrol",
        /// Cadiz.
        Cadiz = "cadiz",
        /// Canary Islands.
        CanaryIslandsPort = "canary_islands_port",
    }
}

named! {
    /// A row of the Contact Table [13.22].
    Waters, "group of the Contact Table" {
        /// North sea.
        NorthSea = "north_sea",
        /// Arctic.
        Arctic = "arctic",
        /// Approaches.
        Approaches = "approaches",
        /// Mid atlantic.
        MidAtlantic = "mid_atlantic",
        /// North america.
        NorthAmerica = "north_america",
        /// Central atlantic.
        CentralAtlantic = "central_atlantic",
        /// Gibraltar route.
        GibraltarRoute = "gibraltar_route",
        /// West africa.
        WestAfrica = "west_africa",
        /// Caribbean.
        Caribbean = "caribbean",
        /// South atlantic.
        SouthAtlantic = "south_atlantic",
        /// South africa.
        SouthAfrica = "south_africa",
        /// Mediterranean.
        Mediterranean = "mediterranean",
    }
}

/// A place that a route leads to [2.11].
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Node {
    /// An area.
    Area(Area),
    /// A major base.
    Base(Base),
    /// A zone with a forward base [21.1].
    Forward(Zone),
}

impl Node {
    /// How many places there are.
    pub const COUNT: usize = Area::ALL.len() + Base::ALL.len() + Zone::ALL.len();

    /// Areas, then bases, then zones.
    pub const fn index(self) -> usize {
        match self {
            Self::Area(area) => area.index(),
            Self::Base(base) => Area::ALL.len() + base.index(),
            Self::Forward(zone) => Area::ALL.len() + Base::ALL.len() + zone.index(),
        }
    }
}

impl std::str::FromStr for Node {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let area = text.parse().map(Self::Area);
        let base = text.parse().map(Self::Base);
        let forward = text.parse().map(Self::Forward);
        area.or(base)
            .or(forward)
            .map_err(|_| format!("“{text}” is no area, base or forward base"))
    }
}
