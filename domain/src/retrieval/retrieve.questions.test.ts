import { beforeAll, describe, expect, it } from 'vitest'
import { hasOperatorModel, readOperatorRecords, retrievalModelOf } from '../testing/operator-model.ts'
import { UNSEEN_QUESTIONS } from '../testing/unseen-questions.ts'
import { OPERATOR_QUESTIONS, type OperatorQuestion } from '../testing/operator-questions.ts'
import { contextOf } from './context-of.ts'
import type { RetrievalModel } from './model.ts'
import { retrieve } from './retrieve.ts'

const BUDGET = 4_000
const LEAST_SHARE = 0.97
const LEAST_UNSEEN = 0.9
/** A canvas that has little to do with most questions. */
const CANVAS = ['fvTenant', 'vzBrCP', 'l1PhysIf', 'faultInst']

/** What the context of a question lacks, and its size. */
function measure(model: RetrievalModel, { text, classes, joins = [] }: OperatorQuestion) {
  const retrieval = retrieve(text, model)
  const context = contextOf(retrieval, model, BUDGET)
  const joined = new Set(retrieval.joins.map(({ between }) => [...between].sort().join(' ')))
  return {
    text,
    tokens: context.tokens,
    missing: classes.filter((name) => !context.classes.includes(name)),
    unjoined: joins.map((pair) => [...pair].sort().join(' ')).filter((pair) => !joined.has(pair)),
    found: retrieval.classes.map(({ name, score }) => `${name} ${score.toFixed(2)}`).join(', '),
  }
}

describe.skipIf(!hasOperatorModel)('for the questions of operators, over all real classes', () => {
  let measured: ReturnType<typeof measure>[] = []
  let unseen: ReturnType<typeof measure>[] = []
  let model: RetrievalModel
  beforeAll(() => {
    model = retrievalModelOf(readOperatorRecords().values())
    measured = OPERATOR_QUESTIONS.map((question) => measure(model, question))
    unseen = UNSEEN_QUESTIONS.map((question) => measure(model, question))
  }, 120_000)

  it(`has all needed classes in the context of ${String(LEAST_SHARE * 100)} % of them`, () => {
    const lacking = measured.filter(({ missing }) => missing.length > 0)

    expect(1 - lacking.length / measured.length, JSON.stringify(lacking, null, 1)).toBeGreaterThanOrEqual(LEAST_SHARE)
  })

  it('knows how the classes are joined', () => {
    const lacking = measured.filter(({ unjoined }) => unjoined.length > 0)

    expect(1 - lacking.length / measured.length, JSON.stringify(lacking, null, 1)).toBeGreaterThanOrEqual(LEAST_SHARE)
  })

  it(`has all needed classes in the context of ${String(LEAST_UNSEEN * 100)} % of questions in words it was not made for`, () => {
    const lacking = unseen.filter(({ missing, unjoined }) => missing.length + unjoined.length > 0)

    expect(1 - lacking.length / unseen.length, JSON.stringify(lacking, null, 1)).toBeGreaterThanOrEqual(LEAST_UNSEEN)
  })

  it('keeps the classes of a canvas in the context, with those of the question, below the budget', () => {
    const asked = OPERATOR_QUESTIONS.map(({ text, classes }) => {
      const context = contextOf(retrieve(text, model, { include: CANVAS }), model, BUDGET)
      const lost = CANVAS.filter((name) => !context.classes.includes(name))
      return { text, lost, missing: classes.filter((name) => !context.classes.includes(name)), tokens: context.tokens }
    })
    const lacking = asked.filter(({ missing }) => missing.length > 0)

    expect(asked.filter(({ lost, tokens }) => lost.length > 0 || tokens >= BUDGET)).toEqual([])
    expect(1 - lacking.length / asked.length, JSON.stringify(lacking, null, 1)).toBeGreaterThanOrEqual(LEAST_UNSEEN)
  })

  it('keeps every context below the budget', () => {
    expect([...measured, ...unseen].filter(({ tokens }) => tokens >= BUDGET)).toEqual([])
  })
})
