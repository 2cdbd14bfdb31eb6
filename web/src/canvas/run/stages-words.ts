import { formatNumber } from '../../lib/i18n/plural.ts'

/** The words of the stages of a run. */
export const words = {
  title: 'Stages',
  stage: 'Stage',
  kind: 'Kind',
  rows: 'Rows',
  time: 'Time',
  request: 'Request',
  failure: 'The stages could not be read.',
  none: 'This run has no stages.',
  kinds: { fetch: 'read', join: 'join', post_processor: 'step' },
  counts: (before: number | null, after: number) =>
    before === null ? formatNumber(after) : `${formatNumber(before)} → ${formatNumber(after)}`,
  states: {
    pending: 'waiting',
    running: 'running',
    success: 'done',
    failure: 'failed',
    cancelled: 'cancelled',
    skipped: 'skipped',
  },
  showSamples: (name: string) => `Samples of ${name}`,
  before: (name: string) => `Rows before ${name}`,
  after: (name: string) => `Rows after ${name}`,
  first: (shown: number, all: number) => (shown < all ? `first ${formatNumber(shown)} of ${formatNumber(all)}` : ''),
} as const
