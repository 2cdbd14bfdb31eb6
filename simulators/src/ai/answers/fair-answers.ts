import type { AiAnswer, AiPrompt } from './ai-prompt.ts'
import { sampleAnswer } from './sample-answer.ts'

/** What a fair model would answer about bridge domains without a VRF, however one asks. It knows no other question. */
const PROPOSAL = {
  name: 'Bridge domains outside any VRF',
  description: 'Bridge domains whose VRF is missing, with their tenant.',
  explanation: 'Reads all bridge domains and keeps those without a VRF; the tenant is part of the DN.',
  nodes: [
    node('bd', 'fvBD', true, ['name', 'unicastRoute'], 'The rows are about bridge domains.'),
    node('vrf', 'fvCtx', false, ['name'], 'The VRF that is looked up for each of them.'),
  ],
  edges: [
    {
      id: 'e1',
      source: 'bd',
      target: 'vrf',
      join: 'without',
      through: 'fvRsCtx',
      reason: 'Keeps bridge domains that have no VRF.',
    },
  ],
  post_processors: [
    step('split', 'split_dn', { parts: ['tenant'] }, 'The tenant is part of the DN.'),
    step('pick', 'select', { columns: ['tenant', 'name', 'unicastRoute'] }, 'Shows only what the question is about.'),
  ],
  remove: [],
}
const SENTENCES = ['Each row is a bridge domain (fvBD).', 'Only those without a VRF (fvCtx) are kept.']

/** Answers one question as a model would; everything else is made up from the schema. Nothing is understood. */
export function fairAnswers(prompt: AiPrompt): AiAnswer {
  const asked = question(prompt)
  const properties = Object.keys(prompt.schema?.properties ?? {})
  const isKnown = /bridge domain|fvBD/i.test(asked) && /VRF|fvCtx/i.test(asked)
  if (isKnown && properties.includes('post_processors')) return PROPOSAL
  if (isKnown && /\bwithout\b/.test(asked) && properties.includes('sentences')) return { sentences: SENTENCES }
  return sampleAnswer(prompt)
}

const question = ({ messages }: AiPrompt) => messages.map(({ text }) => text).join('\n')

function node(id: string, class_name: string, primary: boolean, properties: readonly string[], reason: string): object {
  return { id, class_name, alias: null, filters: [], properties, scope_dn: null, primary, reason }
}

function step(id: string, type: string, config: object, reason: string): object {
  return { id, type, config: JSON.stringify(config), reason }
}
