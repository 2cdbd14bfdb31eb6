/** What happens to snapshots and change windows; part of the actions of the audit log. */
export const SNAPSHOT_ACTIONS = {
  snapshot_capture: {
    category: 'snapshot',
    meaning: 'The result of a run was captured as a snapshot, manually or by a scheduled task.',
  },
  snapshot_annotate: { category: 'snapshot', meaning: 'The annotation of a snapshot was changed.' },
  snapshot_pin: { category: 'snapshot', meaning: 'A snapshot was pinned, so that it never expires, or unpinned.' },
  snapshot_delete: { category: 'snapshot', meaning: 'A snapshot was deleted.' },
  snapshot_cleanup: {
    category: 'snapshot',
    meaning: 'Expired snapshots were deleted, manually or by the daily cleanup.',
  },
  snapshot_review: {
    category: 'snapshot',
    meaning: 'Changes between two snapshots were marked as reviewed, or the marks were taken away.',
  },
  snapshot_export: { category: 'snapshot', meaning: 'The differences of a comparison were exported.' },
  change_open: { category: 'snapshot', meaning: 'A change window was opened; its queries are captured and checked.' },
  change_close: { category: 'snapshot', meaning: 'A change window was closed; its queries are captured once more.' },
  change_report: { category: 'snapshot', meaning: 'The report of a change was sealed; the entry has its hash.' },
  change_delete: { category: 'snapshot', meaning: 'A change window was deleted with its report.' },
  snapshot_settings_update: { category: 'snapshot', meaning: 'A user changed their snapshot settings.' },
} as const
