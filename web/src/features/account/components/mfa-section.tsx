import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Light } from '../../../components/light.tsx'
import { Read } from '../../../components/read.tsx'
import { toast, toastFailure } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { PROFILE_KEY } from '../../../lib/session/preferences.ts'
import { MFA_KEY, mfaStatus, SESSIONS_KEY } from '../api.ts'
import { words } from '../words.ts'
import styles from './account.module.css'
import { BackupCodesDialog } from './backup-codes-dialog.tsx'
import { MfaSetupDialog } from './mfa-setup-dialog.tsx'
import { ChangePasswordDialog } from './password-dialog.tsx'
import { ButtonRow, AccountSection } from './section.tsx'

type PasswordStep = 'replace' | 'codes' | 'disable'
type Step =
  | { readonly kind: PasswordStep }
  | { readonly kind: 'scan'; readonly setup: Wire.MfaSetupReply }
  | { readonly kind: 'keep'; readonly codes: readonly string[]; readonly isNew: boolean }

const FEW_CODES = 2

export function MfaSection() {
  const heddle = useHeddle()
  const { mfa } = heddle.auth
  const status = useQuery(mfaStatus(heddle))
  const [step, setStep] = useState<Step>()

  async function handleSetUp() {
    try {
      setStep({ kind: 'scan', setup: await mfa.setup({}) })
    } catch (error) {
      toastFailure(words.notStarted, error as Error)
    }
  }

  return (
    <AccountSection title={words.mfa.title}>
      <Read of={status} failure={words.mfa.failure} permission="administrators">
        {({ enabled, backup_codes_remaining: left }) =>
          enabled ? (
            <Enabled left={left} onStep={(kind) => setStep({ kind })} />
          ) : (
            <>
              <p>{words.mfa.off}</p>
              <ButtonRow>
                <Button onClick={() => void handleSetUp()}>{words.mfa.setUp}</Button>
              </ButtonRow>
            </>
          )
        }
      </Read>
      {step && <StepDialog step={step} onStep={setStep} />}
    </AccountSection>
  )
}

type EnabledProps = { readonly left: number; readonly onStep: (kind: PasswordStep) => void }

const Enabled = ({ left, onStep }: EnabledProps) => (
  <>
    <Light color="ok" text={words.mfa.on(left)} />
    {left <= FEW_CODES && <p className={styles.quiet}>{words.mfa.few}</p>}
    <ButtonRow>
      <Button onClick={() => onStep('codes')}>{words.mfa.newCodes}</Button>
      <Button onClick={() => onStep('replace')}>{words.mfa.replace}</Button>
      <Button look="danger" onClick={() => onStep('disable')}>
        {words.mfa.disable}
      </Button>
    </ButtonRow>
  </>
)

type StepProps = { readonly step: Step; readonly onStep: (step: Step | undefined) => void }

/** Each step leads to the next: the password, then the picture to scan, then the codes to keep. */
function StepDialog({ step, onStep }: StepProps) {
  const { mfa } = useHeddle().auth
  const queries = useQueryClient()
  const close = () => onStep(undefined)
  const refresh = () =>
    Promise.all([MFA_KEY, SESSIONS_KEY, PROFILE_KEY].map((queryKey) => queries.invalidateQueries({ queryKey })))

  /** What the password allows. */
  async function handlePassword(kind: PasswordStep, password: string) {
    if (kind === 'replace') onStep({ kind: 'scan', setup: await mfa.setup({ password }) })
    else if (kind === 'codes')
      onStep({ kind: 'keep', codes: (await mfa.backupCodes({ password })).backup_codes, isNew: false })
    else {
      await mfa.disable({ password })
      close()
      toast(words.mfa.disabled)
    }
    await refresh()
  }

  switch (step.kind) {
    case 'scan':
      return (
        <MfaSetupDialog
          setup={step.setup}
          onClose={close}
          onVerified={async (codes) => {
            onStep({ kind: 'keep', codes, isNew: true })
            await refresh()
          }}
        />
      )
    case 'keep':
      return (
        <BackupCodesDialog
          codes={step.codes}
          step={step.isNew ? words.mfa.step(3) : undefined}
          onKept={() => {
            close()
            if (step.isNew) toast(words.mfa.enabled)
          }}
        />
      )
    default:
      return (
        <ChangePasswordDialog
          kind={step.kind}
          onClose={close}
          onPassword={(password) => handlePassword(step.kind, password)}
        />
      )
  }
}
