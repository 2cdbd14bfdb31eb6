import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Light } from '../../../components/light.tsx'
import { Read } from '../../../components/read.tsx'
import { toast } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { PROFILE_KEY } from '../../../lib/session/preferences.ts'
import { MFA_KEY, mfaStatus, SESSIONS_KEY } from '../api.ts'
import { words } from '../words.ts'
import styles from './account.module.css'
import { BackupCodesDialog } from './backup-codes-dialog.tsx'
import { MfaSetupDialog } from './mfa-setup-dialog.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { Row, Section } from './section.tsx'

type Step =
  | { readonly kind: 'replace' | 'codes' | 'disable' }
  | { readonly kind: 'scan'; readonly setup: Wire.MfaSetupReply }
  | { readonly kind: 'keep'; readonly codes: readonly string[]; readonly isNew: boolean }

const FEW_CODES = 2

export function MfaSection() {
  const heddle = useHeddle()
  const { mfa } = heddle.auth
  const queries = useQueryClient()
  const status = useQuery(mfaStatus(heddle))
  const [step, setStep] = useState<Step>()
  const close = () => setStep(undefined)
  const refresh = () =>
    Promise.all([MFA_KEY, SESSIONS_KEY, PROFILE_KEY].map((queryKey) => queries.invalidateQueries({ queryKey })))

  async function handleSetUp() {
    try {
      setStep({ kind: 'scan', setup: await mfa.setup({}) })
    } catch (error) {
      toast((error as Error).message, { kind: 'failed' })
    }
  }

  /** What the password allows. */
  async function handlePassword(kind: 'replace' | 'codes' | 'disable', password: string) {
    if (kind === 'replace') setStep({ kind: 'scan', setup: await mfa.setup({ password }) })
    else if (kind === 'codes')
      setStep({ kind: 'keep', codes: (await mfa.backupCodes({ password })).backup_codes, isNew: false })
    else {
      await mfa.disable({ password })
      close()
      toast(words.mfa.disabled)
    }
    await refresh()
  }

  return (
    <Section title={words.mfa.title}>
      <Read of={status} failure={words.mfa.failure} permission="administrators">
        {({ enabled, backup_codes_remaining: left }) =>
          enabled ? (
            <>
              <Light color="ok" text={words.mfa.on(left)} />
              {left <= FEW_CODES && <p className={styles.quiet}>{words.mfa.few}</p>}
              <Row>
                <Button onClick={() => setStep({ kind: 'codes' })}>{words.mfa.newCodes}</Button>
                <Button onClick={() => setStep({ kind: 'replace' })}>{words.mfa.replace}</Button>
                <Button look="danger" onClick={() => setStep({ kind: 'disable' })}>
                  {words.mfa.disable}
                </Button>
              </Row>
            </>
          ) : (
            <>
              <p>{words.mfa.off}</p>
              <Row>
                <Button onClick={() => void handleSetUp()}>{words.mfa.setUp}</Button>
              </Row>
            </>
          )
        }
      </Read>
      {(step?.kind === 'replace' || step?.kind === 'codes' || step?.kind === 'disable') && (
        <PasswordDialog
          kind={step.kind}
          onClose={close}
          onPassword={(password) => handlePassword(step.kind, password)}
        />
      )}
      {step?.kind === 'scan' && (
        <MfaSetupDialog
          setup={step.setup}
          onClose={close}
          onVerified={async (codes) => {
            setStep({ kind: 'keep', codes, isNew: true })
            await refresh()
          }}
        />
      )}
      {step?.kind === 'keep' && (
        <BackupCodesDialog
          codes={step.codes}
          step={step.isNew ? words.mfa.step(3) : undefined}
          onKept={() => {
            close()
            if (step.isNew) toast(words.mfa.enabled)
          }}
        />
      )}
    </Section>
  )
}
