import { Link } from '@tanstack/react-router'
import { useMay } from '../lib/session/context.tsx'
import { buttonClass } from './button.tsx'
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
