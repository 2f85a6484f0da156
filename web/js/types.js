// What the server sends, as the page reads it. Mirrors the API; see /api/openapi.json.

/**
 * @typedef {{id: string, label: string}} Named
 * @typedef {{id: string, label: string, family: string, seats: string[]}} Scenario
 * @typedef {{id: string, rule: string, about: string, default: boolean}} OptionInfo
 * @typedef {object} GameInfo
 * @property {string} id
 * @property {string} title
 * @property {string} published
 * @property {string} about
 * @property {Named[]} seats
 * @property {Scenario[]} scenarios
 * @property {OptionInfo[]} options
 * @property {string[]} bots
 * @property {boolean} together whether all seats are on one side and see the same
 * @property {boolean} tutorial
 * @property {boolean} orders whether standing orders can be given
 */

/**
 * @typedef {'hex' | 'dot' | {box: {width: number, height: number}}} Shape
 * @typedef {{id: string, x: number, y: number, grid: [number, number] | null, playing: boolean, shape: Shape, label: string}} Space
 * @typedef {{points: [number, number][]}} Outline
 * @typedef {{text: string, x: number, y: number}} Label
 * @typedef {{space: string, label: string, letter: string, about: string}} Place
 * @typedef {{spaces: Space[], outlines: Outline[], labels: Label[], places: Place[], mood: 'chart' | 'night', sheet?: {x: [number, number], y: [number, number]}}} Board
 */

/**
 * @typedef {{turn: number, turns: number, phase: string, phases: string[]}} Clock
 * @typedef {{label: string, value: string, about?: string}} Fact
 * @typedef {'german' | 'allied' | 'neutral'} Side
 * @typedef {'boat' | 'dived' | 'escort' | 'hidden' | 'wreck' | 'flare' | 'torpedo'} Afloat
 * @typedef {'submarine' | 'convoy' | 'marker' | 'task-force' | 'block' | 'aircraft' | Afloat | {pack: number} | {merchant: number}} PieceSymbol
 * @typedef {object} Piece
 * @property {string} id
 * @property {string} space
 * @property {Side} side
 * @property {PieceSymbol} symbol
 * @property {string} label
 * @property {string} values
 * @property {string} short
 * @property {number | null} facing degrees counter-clockwise from east
 * @property {string[]} tags
 * @property {string} about
 */

/**
 * @typedef {{space: string, value: string | null}} Weight
 * @typedef {{kind: string, label: string, letter: string, spaces: Weight[]}} Area
 * @typedef {{id: string, label: string, areas: Area[]}} Overlay
 * @typedef {{title: string, rows: string[][]}} Panel
 * @typedef {{id: string, kind: 'torpedo' | 'drift' | 'course' | 'route' | 'entry', from: string, to: string, label: string, about: string}} Way
 * @typedef {{space: string} | {piece: string} | 'button'} Anchor
 * @typedef {{choice: string, label: string, anchor: Anchor, default: boolean, odds: string[]}} Offer
 * @typedef {{text: string, rule: string, offers: Offer[], hand?: string}} Prompt
 * @typedef {{label: string, share: number | null, text: string, rules: string[]}} Prospect
 */

/**
 * @typedef {'plain' | 'good' | 'warn' | 'bad' | 'off'} Tone
 * @typedef {{label: string, lines: string[], tone: Tone, about: string}} Slot
 * @typedef {{label: string, level: number, most: number, floor: number, text: string, tone: Tone}} Gauge
 * @typedef {{label: string, tone: Tone, note: string}} Rung
 * @typedef {{label: string, rung: number, tone: Tone, notes: string[]}} Climber
 * @typedef {{text: string, tone: Tone, about: string}} Tag
 * @typedef {'white' | 'green' | 'orange' | 'blue' | 'red'} Ink
 * @typedef {{ink: Ink, dot: boolean}} Square
 * @typedef {{label: string, space: string, squares: Square[], notes: Tag[], about: string}} Strip
 * @typedef {{space: string, cells: string[], tags: Tag[], about: string}} Item
 * @typedef {{id: string, label: string, values: string, marks: string[], tone: Tone}} LaneCounter
 * @typedef {{id: string, label: string, counters: LaneCounter[][]}} Lane
 * @typedef {{slots: {title: string, slots: Slot[]}} | {gauges: {title: string, gauges: Gauge[]}}
 *   | {ladder: {title: string, rungs: Rung[], columns: Climber[]}} | {tags: {title: string, tags: Tag[]}}
 *   | {lanes: {title: string, parties: string[], lanes: Lane[]}}
 *   | {rows: {title: string, rows: string[][]}} | {strips: {title: string, strips: Strip[]}}
 *   | {list: {title: string, heads: string[], items: Item[]}}} Part
 * @typedef {{id: string, title: string, note: string, seat: string, piece: string | null, lies: 'open' | 'folded' | 'over-board', parts: Part[]}} Sheet
 * @typedef {{head: string, text: string, used: boolean}} CardCell
 * @typedef {{label: string, cells: CardCell[]}} CardRow
 * @typedef {{deck: string, id: string, whose: string, why: string, rows: CardRow[], reads: string, shuffle: boolean}} Card
 * @typedef {'contact' | 'hit' | 'loss' | 'end'} Cue
 */

/**
 * @typedef {object} Scene
 * @property {string} title
 * @property {Clock} clock
 * @property {Fact[]} facts
 * @property {Piece[]} pieces
 * @property {Area[]} areas
 * @property {Way[]} ways
 * @property {Strip[]} [strips]
 * @property {Overlay[]} overlays
 * @property {Sheet[]} sheets
 * @property {Panel[]} panels
 * @property {Prompt | null} prompt
 * @property {string[]} warnings
 */

/**
 * @typedef {{after: number, text: string, rules: string[], dice: number[], heading: boolean, cue: Cue | null, card: Card | null, fold?: 'begins' | 'ends'}} LogLine
 * @typedef {{level: Named, scores: number[]}} Ended
 * @typedef {object} Table
 * @property {number} version
 * @property {number} moves
 * @property {string | null} you
 * @property {string[]} asked
 * @property {boolean} may_undo
 * @property {string | null} undo_reason
 * @property {number | null} [undo_to]
 * @property {Ended | null} over
 * @property {Scene} scene
 * @property {LogLine[]} news
 */

/**
 * @typedef {{id: string, label: string, name: string | null, kind: 'person' | 'bot' | 'open', bot?: string | null, asked: boolean}} SeatState
 * @typedef {object} Summary
 * @property {string} id
 * @property {string} game
 * @property {string} title
 * @property {number} created
 * @property {number} updated
 * @property {number} version
 * @property {number} moves
 * @property {Clock} clock
 * @property {SeatState[]} seats
 * @property {string | null} you
 * @property {number | null} seen moves that whoever sits here had seen when they last looked
 * @property {Ended | null} over
 * @property {boolean} tutorial
 */

/**
 * @typedef {{kind: 'me', name?: string} | {kind: 'bot', bot: string} | {kind: 'open'}} SeatPlan
 * @typedef {{id: string, key: string, keys: Record<string, string>, invitations: Record<string, string>, observer: string}} Created
 * @typedef {{choice: string} | {space: string}} Pick
 * @typedef {'decision' | 'draft' | 'phase' | 'turn' | 'rest'} Extent
 * @typedef {{bot: string, choice: string, label: string, reason: string}} Advice
 * @typedef {{id: string, label: string}} StandingAnswer
 * @typedef {{id: string, group: string, label: string, rule: string, answers: StandingAnswer[], usual: string | null}} Standing
 * @typedef {{orders: Standing[], given: Record<string, string>}} Ordered
 * @typedef {{moves: number, turn: number, phase: string}} Moment
 * @typedef {{n: number, at: number, from: string, text: string}} Remark
 * @typedef {{version: number, moves: number, asked: string[], chat: number, people: number}} Tick
 */

/**
 * @typedef {{label: string, kind: 'bar' | 'line', values: number[]}} Series
 * @typedef {{title: string, note: string, x_label: string, y_label: string, x: string[], series: Series[]}} Chart
 * @typedef {{label: string, side: Side, points: string[], about: string}} Track
 * @typedef {{title: string, note: string, lines: string[], sum: boolean, moves: number}} Entry
 * @typedef {{charts: Chart[], tracks: Track[], diary?: Entry[], records?: Entry[]}} Story
 */

/**
 * @typedef {{number: string, kind: string, title: string, text: string, tables: string[], terms: string[]}} RuleText
 * @typedef {{table: string, source: string, note: string}} Provenance
 * @typedef {{name: string, toml: string, provenance: Provenance[]}} TableText
 * @typedef {{text: string, look?: Anchor | null, overlay?: string | null, expect?: string | null}} Lesson
 * @typedef {{title: string, steps: Lesson[]}} Tutorial
 */

export {};
