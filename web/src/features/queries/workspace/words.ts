import type { WaitReason } from '../../../canvas/run/run-view.ts'
import { formatNumber, plural } from '../../../lib/i18n/plural.ts'

const WAITS: Readonly<Record<WaitReason, string>> = {
  controller: 'for its turn at the controller',
  server: 'for its turn on the server',
  memory: 'for memory on the server',
  user: 'for your earlier runs',
}

/** How many objects were read, where that is known, and their class. */
type Side = readonly [count: number | undefined, name: string]
const sideOf = ([count, name]: Side): string => (count === undefined ? name : `${formatNumber(count)} ${name}`)

/** The words of the workspace. */
/** What one item of a list is called. */
const ONE_OF: Readonly<Record<string, string>> = { filters: 'filter', properties: 'property' }

export const words = {
  queries: 'Queries',
  query: 'Query',
  failure: 'The query could not be read.',
  newQuery: 'New query',
  panels: 'Rows and plan',
  tabs: { rows: 'Rows', chart: 'Chart', plan: 'Plan', stages: 'Stages', versions: 'Versions', json: 'JSON' },
  panelSize: 'Height of the rows',
  classesSize: 'Width of the classes',
  inspectorSize: 'Width of the inspector',
  layout: {
    classes: 'Show or hide the classes',
    inspector: 'Show or hide the inspector',
    rows: 'Rows over the whole height, and back',
  },
  undo: 'Undo',
  redo: 'Redo',
  edited: 'edited',
  notSaved: 'not saved',
  save: 'Save',
  saved: (version: string) => `Saved as v${version}.`,
  saveCopy: 'Save a copy',
  ownedBy: (owner: string | null) => (owner === null ? 'Its owner was deleted' : `Owned by ${owner}`),
  ownedByWhy: 'Only its owner, an operator or an administrator may change it.',
  notSavedNow: 'Not saved.',
  editsKept: 'Your edits are kept in this browser.',
  notStarted: 'The run did not start.',
  notCancelled: 'The run was not cancelled.',
  notCaptured: 'Not captured.',
  nothingToSave: 'There is nothing to save.',
  run: 'Run',
  runHow: 'More ways to run',
  runTo: (className: string) => `Run to ${className}`,
  runPlain: 'Run without steps',
  cancelRun: 'Cancel run',
  saving: 'Saving…',
  emptyCanvas: 'Put a class on the canvas first.',
  noConnection: 'Choose a connection first.',
  capture: 'Capture',
  captured: 'Captured. The rows are in the history of this query.',
  captureFirst: 'Save and run the query first: a capture keeps the rows of a saved query.',
  connection: 'Connection',
  chooseConnection: 'Choose a connection',
  noConnections: 'No connections yet. An administrator or operator adds them under Settings.',
  asOf: 'Rows as of',
  now: 'Now',
  noCaptures: 'No captures yet',
  asOfNote: (when: string) => `As captured ${when}`,
  backToNow: 'Back to now',
  more: 'More actions',
  historyEntry: 'History',
  compareEntry: 'Compare captures',
  tell: {
    changes: 'Tell me when this changes…',
    rows: 'Tell me when this has rows…',
    saveFirst: 'Save the query first: a schedule runs what is saved.',
  },
  answer: {
    ways: 'Ways to see the query',
    answer: 'Answer',
    edit: 'Edit',
    canvas: 'Canvas',
    panels: 'Rows and chart',
    copyLink: 'Copy link',
    linkCopied: 'Copied the link to this answer.',
    linkNotCopied: 'The link was not copied.',
  },
  fabrics: {
    entry: 'Run on several fabrics…',
    title: 'Run on several fabrics',
    text: 'The rows of all come as one result, with a column that says which fabric a row is of.',
    connections: 'Connections',
    atLeast: 'Choose at least two.',
    onlyOne: 'There is only one connection. Add another under Settings.',
    verb: 'Run',
  },
  askAi: 'Ask AI',
  suggestion: {
    verb: 'Suggest a name and a description',
    busy: 'Writing…',
    none: 'Nothing was suggested.',
    byRules: 'Written by rules, from the canvas.',
    name: (read: readonly string[], missing: readonly string[], filters: readonly string[]) => {
      const [first = 'New query', ...others] = read
      return [
        [first, others.length > 0 && `with ${others.join(', ')}`, missing.length > 0 && `without ${missing.join(', ')}`]
          .filter(Boolean)
          .join(' '),
        ...filters,
      ].join(', ')
    },
  },
  explain: { entry: 'Explain…', title: 'What this query finds' },
  detailsEntry: 'Name and details…',
  details: 'Name and details',
  duplicate: 'Duplicate',
  saveQuery: 'Save query',
  name: 'Name',
  nameMissing: 'Give it a name.',
  description: 'Description',
  category: 'Category',
  noCategory: 'No category',
  checks: {
    title: 'Checks',
    checking: 'checking…',
    failed: 'not checked: the server does not answer',
    values: (names: readonly string[]) => `needs ${names.join(', ')}`,
    valid: ({ requests, objects }: { readonly requests: number; readonly objects: number }) =>
      `valid, ${plural(requests, { one: '# request', other: '# requests' })}, about ${plural(objects, { one: '# object', other: '# objects' })}`,
  },
  draft: {
    title: 'Unsaved draft',
    from: 'Edits from',
    unsaved: 'were not saved.',
    older: (version: string) => `The query has been saved since, as v${version}: compare before you save.`,
    restore: 'Restore',
    discard: 'Discard',
  },
  newer: (version: string) => `Somebody saved this query as v${version}.`,
  reload: 'Reload',
  differences: 'Differences',
  branch: {
    title: 'Save as a branch',
    text: 'This folder lives in Git. Your changes can go to a branch of its repository, for others to review.',
    name: 'Name of the branch',
    message: 'What you changed',
    saved: (branch: string) => `Committed on the branch ${branch}.`,
    repository: 'Open the repository',
  },
  conflict: {
    title: 'This query was saved in the meantime',
    text: (version: string) =>
      `It is now v${version}. The differences are highlighted; nothing is lost until you choose.`,
    savedBy: 'Saved by',
    mine: 'Your canvas',
    theirs: (version: string) => `Saved as v${version}`,
    keepMine: 'Keep mine as a new version',
    takeTheirs: 'Take theirs',
    duplicate: 'Save mine as a copy',
    copyOf: (name: string) => `${name} (copy)`,
    same: 'Both are the same.',
    merged: (version: string) => `Your changes to v${version}`,
    merge: (changes: number, version: string) =>
      `Apply my ${plural(changes, { one: 'change', other: '# changes' })} to v${version}`,
    clash: (parts: string) => `You both changed ${parts}, so your changes cannot be combined.`,
    steps: 'the list of steps',
  },
  /** How a part differs from another version. */
  changed: {
    nothing: 'none',
    settings: 'settings',
    value: (key: string, before: string, after: string) => `${key === '' ? '' : `${key}: `}${before} → ${after}`,
    added: (list: string, item: string) => `${ONE_OF[list] ?? `in ${list}`} added: ${item}`,
    removed: (list: string, item: string) => `${ONE_OF[list] ?? `in ${list}`} removed: ${item}`,
    reordered: (list: string) => `${list} in another order`,
  },
  rows: {
    none: 'No rows yet',
    noneText: 'Run the query to see its rows.',
    running: 'Running…',
    waiting: (what: WaitReason, time: string) => `Waiting ${WAITS[what]}, ${time} so far.`,
    failed: 'The run failed',
    cancelled: 'The run was cancelled',
    timeout: 'The run took too long',
    openRun: 'Open the run',
    of: (time: string) => `Rows of ${time}`,
    beforeEdits: ', before your last edits',
    runAgain: 'Run',
    ofThen: (time: string, zone: string) => `Rows of ${time} ${zone}, not of now`,
    asOf: 'As of',
    captures: 'Captures over time',
    inHistory: 'Open in history',
    backToNow: 'Back to now',
    facts: (rows: number, columns: number, time: string) =>
      [
        plural(rows, { one: '# row', other: '# rows' }),
        plural(columns, { one: '# column', other: '# columns' }),
        time,
      ].join(' · '),
    atFailure: 'The rows of that time could not be read.',
    export: 'Export',
  },
  noRows: {
    title: 'No rows',
    unknown: 'Nothing met all its conditions.',
    absent: (name: string) => `The controller has no ${name}.`,
    unfit: (name: string) => `No ${name} fits the rest of the query.`,
    filtered: (name: string, filters: string) => `${name} gave no objects: none meets ${filters}.`,
    pairs: (source: Side, target: Side, thread: string) =>
      `${sideOf(source)} and ${sideOf(target)} were read, but no two of them match (${thread}).`,
    partners: (name: string, other: string) =>
      `Each ${name} has a matching ${other}, and the thread keeps only those that have none.`,
    step: (number: number, type: string, before: number) =>
      plural(before, {
        one: `Step ${number}, ${type}, does not keep the one row before it.`,
        other: `Step ${number}, ${type}, keeps none of the # rows before it.`,
      }),
    withoutFilters: (count: number) => (count === 1 ? 'Run without its filter' : 'Run without its filters'),
    withoutStep: (number: number) => `Run without step ${number}`,
    show: { class: 'Show the class', thread: 'Show the thread', step: 'Show the step' },
  },
  partRows: {
    fetch: (shown: number, all: number) =>
      shown < all
        ? `the first ${formatNumber(shown)} of ${formatNumber(all)} objects, as they were read`
        : plural(all, { one: '# object, as it was read', other: '# objects, as they were read' }),
    join: (shown: number, all: number) =>
      shown < all
        ? `the first ${formatNumber(shown)} of ${formatNumber(all)} joined rows`
        : plural(all, { one: '# joined row', other: '# joined rows' }),
    // Steps have their rows beside them.
    post_processor: () => '',
    label: (title: string) => `Rows of ${title}`,
    back: 'Back to the result',
  },
  versions: {
    title: 'Versions',
    failure: 'The versions could not be read.',
    none: 'Versions appear here once the query is saved.',
    current: 'current',
    changed: (parts: readonly string[]) => parts.map((part) => PARTS[part] ?? part).join(', '),
    first: 'first version',
    show: (version: string) => `Show v${version}`,
    restore: (version: string) => `Restore v${version}`,
    notRestored: (version: string) => `v${version} was not restored.`,
    restored: (from: string, to: string) => `Restored v${from} as v${to}.`,
    back: 'Back to the canvas',
    differs: (version: string) => `What changed since v${version}`,
  },
} as const

const PARTS: Readonly<Record<string, string>> = { nodes: 'classes', edges: 'threads', post_processors: 'steps' }
