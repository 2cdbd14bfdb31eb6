import { classNode, canvasStep, type SampleQuery } from './sample-query.ts'

/** Who changed what, and when. */
export const CHANGE_QUERIES: readonly SampleQuery[] = [
  {
    name: 'Who changed what recently?',
    description: 'The latest audit records of one object, or of all.',
    nodes: [
      classNode('change', 'aaaModLR', {
        properties: ['affected', 'created', 'user', 'ind', 'descr'],
        filters: [{ property: 'affected', operator: 'contains', value: '{{object=uni/tn-prod}}' }],
      }),
    ],
    edges: [],
    post_processors: [
      canvasStep('order', 'sort', { by: [{ column: 'created', direction: 'desc' }] }),
      canvasStep('few', 'limit', { count: 20 }),
      canvasStep('pick', 'select', { columns: ['created', 'user', 'ind', 'affected'] }),
    ],
  },
  {
    name: 'What changed since yesterday?',
    description:
      'How often each user changed which objects within the last 24 hours, or since another time, such as 7d.',
    nodes: [
      classNode('change', 'aaaModLR', {
        properties: ['affected', 'created', 'user', 'ind'],
        filters: [{ property: 'created', operator: 'since', value: '{{since=24h}}' }],
      }),
    ],
    edges: [],
    post_processors: [
      canvasStep('count', 'group', {
        by: ['affected', 'user'],
        aggregates: [
          { function: 'count', as: 'changes' },
          { function: 'max', column: 'created', as: 'last' },
        ],
      }),
      canvasStep('order', 'sort', { by: [{ column: 'last', direction: 'desc' }] }),
    ],
  },
  {
    name: 'Audit records of the last day',
    description: 'Who changed what within the last 24 hours, newest first; the controller searches its log by time.',
    nodes: [
      classNode('change', 'aaaModLR', {
        properties: ['created', 'user', 'ind', 'affected'],
        time_range: { from: '{{now-24h}}', to: '{{now}}' },
      }),
    ],
    edges: [],
    post_processors: [canvasStep('order', 'sort', { by: [{ column: 'created', direction: 'desc' }] })],
  },
]
