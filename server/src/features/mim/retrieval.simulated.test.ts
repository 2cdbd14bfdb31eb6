import { contextOf } from '@heddle/domain/retrieval/context-of.ts'
import { parseClassDocument } from '@heddle/domain/mim/parse-class-document.ts'
import { retrieve } from '@heddle/domain/retrieval/retrieve.ts'
import { allMeanings } from '@heddle/domain/retrieval/vocabulary.ts'
import { retrievalModelOf } from '@heddle/domain/testing/operator-model.ts'
import { OPERATOR_QUESTIONS } from '@heddle/domain/testing/operator-questions.ts'
import { generateModel } from '@heddle/simulators/registry/generate-model.ts'
import { readKnownClasses } from '@heddle/simulators/registry/known-classes.ts'
import { expect, it } from 'vitest'

const BUDGET = 4_000
const known = readKnownClasses()
const simulated = generateModel({ classes: known.length })
const records = new Map(
  simulated.classNames.flatMap((name) => {
    const record = parseClassDocument(simulated.document(name))
    return record ? [[record.name, record] as const] : []
  }),
)

it('has all needed classes in the context of every question whose classes the simulated registry has', () => {
  const model = retrievalModelOf(records.values())
  const asked = OPERATOR_QUESTIONS.filter(({ classes }) => classes.every((name) => records.has(name)))
  const lacking = asked.flatMap(({ text, classes }) => {
    const context = contextOf(retrieve(text, model), model, BUDGET)
    const missing = classes.filter((name) => !context.classes.includes(name))
    return missing.length > 0 || context.tokens >= BUDGET ? [{ text, missing, tokens: context.tokens }] : []
  })

  expect(asked.length).toBeGreaterThan(45)
  expect(lacking).toEqual([])
})

/** Operational classes of which the simulated registry has all properties that matter. */
const COMPLETE = new Set(
  `ethpmPhysIf l1PhysIf pcAggrIf fabricNode fabricLink faultInst faultRecord eventRecord aaaModLR healthInst fvCEp topSystem infraWiNode rmonIfIn
  rmonIfOut vlanCktEp lldpIf firmwareRunning firmwareCtrlrRunning`.split(/\s+/),
)

it('names properties that the simulated operational classes have', () => {
  const hints = [...allMeanings()].flatMap((meaning) => meaning.hints)
  // The simulated documents leave descriptions out.
  const checked = hints.filter(({ class_name, property }) => COMPLETE.has(class_name) && property !== 'descr')
  const wrong = checked.filter(
    ({ class_name, property }) => !records.get(class_name)!.properties.some(({ name }) => name === property),
  )

  expect(checked.length).toBeGreaterThan(50)
  expect([...new Set(wrong.map(({ class_name, property }) => `${class_name}.${property}`))]).toEqual([])
})
