import { zstdCompressSync } from 'node:zlib'
import type { Manner } from '@heddle/domain/ai/prompt.ts'
import { checkSuggestions } from '@heddle/domain/ai/suggestion/check-suggestions.ts'
import { readSuggestions } from '@heddle/domain/ai/suggestion/read-suggestions.ts'
import { suggestPrompt } from '@heddle/domain/ai/suggestion/suggest-prompt.ts'
import { ancestors } from '@heddle/domain/mim/explorer/ancestors.ts'
import { describeClass } from '@heddle/domain/mim/explorer/class-detail.ts'
import { hierarchy } from '@heddle/domain/mim/explorer/hierarchy.ts'
import { insights } from '@heddle/domain/mim/explorer/insights.ts'
import { relatedClasses } from '@heddle/domain/mim/explorer/related-classes.ts'
import { relationships } from '@heddle/domain/mim/explorer/relationships.ts'
import { treeLevel } from '@heddle/domain/mim/explorer/tree-level.ts'
import { parseClassDocument } from '@heddle/domain/mim/parse-class-document.ts'
import { compileInThread } from '@heddle/server/features/mim/compile/compile-in-thread.ts'
import { openPackedModel, type OpenModel } from '@heddle/server/features/mim/open-model.ts'
import { contextOf } from '@heddle/domain/retrieval/context-of.ts'
import { retrieve } from '@heddle/domain/retrieval/retrieve.ts'
import { OPERATOR_QUESTIONS } from '@heddle/domain/testing/operator-questions.ts'
import { generateModel } from '@heddle/simulators/registry/generate-model.ts'
import { readMemory } from './own-usage.ts'

const CLASSES_A_ROW = 100
const UNLIMITED = { borrow: async () => () => undefined, onShort: () => () => undefined, limitBytes: Infinity }

export type Timed = { readonly what: string; readonly ms: readonly number[] }
export type Recall = { readonly what: string; readonly asked: number; readonly missed: number }

/** A class model as every process holds it: compiled in a thread as in the product, then opened, nothing else kept. */
export async function open({ classes }: { readonly classes: number }) {
  const rows = recordRows(classes)
  const before = readMemory().heldMb
  const startedAt = performance.now()
  const { packed, counts } = await compileInThread(
    streamOf(rows),
    () => undefined,
    new AbortController().signal,
    UNLIMITED,
  )
  const compileMs = performance.now() - startedAt
  const openedAt = performance.now()
  const model = openPackedModel(packed)
  const openMs = performance.now() - openedAt

  return {
    size: async () => ({ ...counts, compileMs, openMs, packedMb: packed.byteLength / 1024 ** 2 }),
    /** Read after all answers, so that it includes what they cache. */
    memoryMb: async () => readMemory().heldMb - before,
    answers: async (): Promise<readonly Timed[]> => answersOf(model),
    searches: async (): Promise<readonly Timed[]> => searchesOf(model),
    recall: async (): Promise<readonly Recall[]> => recallOf(model),
    suggestions: async () => suggestionsOf(model),
  }
}

function recordRows(classes: number): Uint8Array[] {
  const model = generateModel({ classes, seed: 1 })
  return Array.from({ length: Math.ceil(classes / CLASSES_A_ROW) }, (_, row) => {
    const names = model.classNames.slice(row * CLASSES_A_ROW, (row + 1) * CLASSES_A_ROW)
    const records = names.flatMap((name) => parseClassDocument(model.document(name)) ?? [])
    return zstdCompressSync(records.map((record) => JSON.stringify(record)).join('\n'))
  })
}

async function* streamOf(rows: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* rows
}

/** Times every answer for every class, as JSON text. */
function answersOf({ graph }: OpenModel): readonly Timed[] {
  const generic = { includeGeneric: true }
  const short = { includeGeneric: false }
  const answers: Readonly<Record<string, (id: number) => unknown>> = {
    'class detail': (id) => describeClass(graph, id),
    'tree level': (id) => treeLevel(graph, id, short),
    relationships: (id) => relationships(graph, id, short),
    'relationships, generic ones too': (id) => relationships(graph, id, generic),
    ancestors: (id) => ancestors(graph, id),
    insights: (id) => insights(graph, id),
    'related classes': (id) => relatedClasses(graph, id, short),
    'hierarchy, two levels': (id) => hierarchy(graph, id, { ...short, depth: 2 }),
  }
  return Object.entries(answers).map(([what, answer]) => ({
    what,
    ms: timesOf(graph.classCount, (id) => JSON.stringify(answer(id))),
  }))
}

function searchesOf(model: OpenModel): readonly Timed[] {
  const { graph, search } = model
  const ask = (what: string, queryOf: (id: number) => string): Timed => ({
    what: `search: ${what}`,
    ms: timesOf(graph.classCount, (id) => search.search(queryOf(id), { limit: 20 })),
  })
  return [
    ask('full name', (id) => graph.className(id)),
    ask('name with a typo', (id) => misspelt(graph.className(id), id)),
    ask('label', (id) => graph.classLabel(id)),
    ask('middle of a name', (id) => middleOf(graph.className(id))),
    ask('first word of a label', (id) => graph.classLabel(id).split(' ')[0] ?? ''),
  ]
}

function timesOf(classes: number, answer: (id: number) => unknown): number[] {
  for (let id = 0; id < classes; id += 10) answer(id)
  return Array.from({ length: classes }, (_, id) => {
    const startedAt = performance.now()
    answer(id)
    return performance.now() - startedAt
  })
}

/** Names and misspelt names must be among the first twenty hits, words and middles of names among all hits. */
function recallOf({ graph, search }: OpenModel): readonly Recall[] {
  const check = (what: string, limit: number, queryOf: (id: number) => string): Recall => {
    let asked = 0
    let missed = 0
    for (let id = 0; id < graph.classCount; id += 7) {
      asked++
      const hits = search.search(queryOf(id), { limit, type: 'class' })
      if (!hits.some((hit) => hit.type === 'class' && hit.id === id)) missed++
    }
    return { what, asked, missed }
  }
  return [
    check('full name', 20, (id) => graph.className(id)),
    check('one typo', 20, (id) => misspelt(graph.className(id), id)),
    check('word of a name', graph.classCount, (id) => wordOf(graph.className(id))),
    check('middle of a name', graph.classCount, (id) => middleOf(graph.className(id))),
  ]
}

/** Drops, doubles or replaces one letter. */
function misspelt(name: string, seed: number): string {
  const at = seed % name.length
  const [head, letter, tail] = [name.slice(0, at), name[at]!, name.slice(at + 1)]
  return [head + tail, head + letter + letter + tail, `${head}q${tail}`][seed % 3]!
}

const wordOf = (name: string): string => name.match(/[A-Z]+[a-z0-9]*/g)?.at(-1) ?? name
const middleOf = (name: string): string => name.slice(1, Math.max(4, name.length - 1))

const MANNER: Manner = { prompt_style: 'normal', verbosity: 'normal', default_complexity: 'auto' }
const CONTEXT_TOKENS = 3_000
const ROUNDS = 5

/** Times a question of every kind: up to the prompt, then an answer in which every second class does not exist. */
function suggestionsOf(model: OpenModel): { readonly prompts: readonly number[]; readonly checks: readonly number[] } {
  const questions = Array.from({ length: ROUNDS }, () => OPERATOR_QUESTIONS).flat()
  const [prompts, checks]: [number[], number[]] = [[], []]
  for (const { text } of questions) {
    const startedAt = performance.now()
    const context = contextOf(retrieve(text, model), model, CONTEXT_TOKENS)
    suggestPrompt(text, context, MANNER)
    const writtenAt = performance.now()
    const names = context.classes.slice(0, 5).flatMap((name) => [name, `${name.slice(0, -1)}Zq`])
    checkSuggestions(
      readSuggestions(names.map((name) => ({ name, reason: `It needs ${name}.` }))) ?? [],
      model,
      context.classes,
    )
    checks.push(performance.now() - writtenAt)
    prompts.push(writtenAt - startedAt)
  }
  return { prompts, checks }
}
