import type { Wire } from '../../lib/api/wire.ts'

/** Rows that one can ask about. */
export type WhyQuestion = {
  /** The saved query that they are of; undefined for a draft of none. */
  readonly queryId: string | undefined
  /** What else the question is about: connections, values of variables, and what was drawn but not saved. */
  readonly asked: Omit<Wire.WhyBody, 'dn'>
  /** They were captured: what is asked about now is what was asked then. */
  readonly snapshot?: string | undefined
}

/** A row that somebody points at; `controller` in merged rows. */
export type WhyObject = { readonly dn: string; readonly controller: string | undefined }
