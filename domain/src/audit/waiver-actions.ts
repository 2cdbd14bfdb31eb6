/** What happens to waivers; part of the actions of the audit log. */
export const WAIVER_ACTIONS = {
  waiver_create: { category: 'query_management', meaning: 'Findings of a check were waived until a day.' },
  waiver_end: { category: 'query_management', meaning: 'A waiver was ended before its time.' },
  waiver_expire: { category: 'query_management', meaning: 'The time of a waiver was over.' },
} as const
