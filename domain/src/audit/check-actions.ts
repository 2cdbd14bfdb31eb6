/** What happens to waivers and packs of checks; part of the actions of the audit log. */
export const CHECK_ACTIONS = {
  waiver_create: { category: 'query_management', meaning: 'Findings of a check were waived until a day.' },
  waiver_end: { category: 'query_management', meaning: 'A waiver was ended before its time.' },
  waiver_expire: { category: 'query_management', meaning: 'The time of a waiver was over.' },
  pack_install: { category: 'query_management', meaning: 'A pack of checks was installed, or another version of it.' },
  pack_remove: { category: 'query_management', meaning: 'A pack was removed with its checks and their waivers.' },
  pack_check_update: {
    category: 'query_management',
    meaning: 'A check of a pack was switched on or off, or got a severity or values of its own.',
  },
} as const
