import { Link, useRouter } from '@tanstack/react-router'
import { useMay } from '../lib/session/context.tsx'
import { buttonClass } from './button.tsx'
import { toast } from './toasts.tsx'
import { words } from './words.ts'

type Props = {
  /** Where the rows are: a run, a capture, or two captures. */
  readonly source:
    | { readonly execution: string }
    | { readonly snapshot: string }
    | { readonly snapshot_a: string; readonly snapshot_b: string }
}

/** Leads to the templates that can take these rows, for those who may launch. */
export function LaunchLink({ source }: Props) {
  const mayLaunch = useMay('automation.view_template', 'automation.launch_template')
  if (!mayLaunch) return null
  return (
    <Link to="/automation/templates" search={source} className={buttonClass()}>
      {words.fixWithJob}
    </Link>
  )
}

/** An address cannot name more. */
const MOST_ROWS = 50

/** Takes some rows of a run to the templates, for those who may launch; a run of a draft cannot be asked again. */
export function useLaunchRows(
  run: { readonly id: string; readonly saved_query: string | null } | undefined,
): ((dns: readonly string[]) => void) | undefined {
  const router = useRouter()
  const mayLaunch = useMay('automation.view_template', 'automation.launch_template')
  if (!mayLaunch || !run || run.saved_query === null) return undefined
  return (dns) => {
    if (dns.length > MOST_ROWS) {
      toast(words.tooManyToFix(MOST_ROWS), { kind: 'failed' })
      return
    }
    void router.navigate({
      to: '/automation/templates',
      search: { execution: run.id, filter: `dn in ${JSON.stringify(dns)}` },
    })
  }
}
