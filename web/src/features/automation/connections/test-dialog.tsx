import { StepTestDialog } from '../../../components/connections/test-dialog.tsx'
import { TestFailed, TestPassed } from '../../../components/connections/test-facts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { formatNumber } from '../../../lib/i18n/plural.ts'
import { formatDuration } from '../../../lib/time/format-time.ts'
import { words } from './words.ts'

const STEPS = ['address', 'tls', 'ping', 'login', 'templates'] as const

type Props = {
  readonly connection: Pick<Wire.AutomationConnection, 'name' | 'base_url' | 'verify_ssl'>
  /** Undefined while the server is asked. */
  readonly reply: Wire.AutomationTestReply | undefined
  readonly error: Error | null
  readonly onAgain: () => void
  readonly onEdit: (() => void) | undefined
  readonly onClose: () => void
}

/** How far the test came, what it learnt, and what helps where it stopped. */
export function ServerTestDialog({ connection, reply, ...rest }: Props) {
  const warnings: Partial<Record<(typeof STEPS)[number], string | undefined>> = {
    tls: exposureOf(connection),
    templates: reply?.can_launch === false ? words.cannotLaunch : undefined,
  }
  return (
    <StepTestDialog
      {...rest}
      title={words.testTitle(connection.name)}
      steps={STEPS.map((name) => ({ name, text: words.steps[name], warning: warnings[name] }))}
      reply={reply}
      asking={words.asking}
      outcome={reply && <Outcome reply={reply} />}
    />
  )
}

function Outcome({ reply }: { readonly reply: Wire.AutomationTestReply }) {
  if (reply.status === 'failure')
    return <TestFailed message={reply.message} remedy={reply.step && words.remedies[reply.step]} />
  const { version, username, template_count: templates, latency_ms: latency } = reply
  return (
    <>
      <TestPassed
        facts={[
          [words.learnt.version, version],
          [words.learnt.account, username],
          [words.learnt.templates, templates === undefined ? undefined : formatNumber(templates)],
          [words.learnt.latency, latency === undefined ? undefined : formatDuration(latency)],
        ]}
      />
      {reply.can_launch === false && <p>{words.cannotLaunchText}</p>}
    </>
  )
}

function exposureOf({ base_url, verify_ssl }: Props['connection']): string | undefined {
  if (base_url.startsWith('http://')) return words.exposures.plain
  return verify_ssl ? undefined : words.exposures.unchecked
}
