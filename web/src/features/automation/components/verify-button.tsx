import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { TextField } from '../../../components/field.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { formFaults } from '../../../components/form-faults.ts'
import { RadioGroup } from '../../../components/radio-group.tsx'
import { toastFailure } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { useWrite } from '../../../lib/use-write.ts'
import { AUTOMATION_KEY } from '../api.ts'
import { words } from '../words.ts'

type Props = { readonly request: Wire.AutomationRequestDetail }

const CHOICES = (['gone', 'present'] as const).map((value) => ({ value, label: words.expectations[value] }))
const USUAL_KEY = 'dn'

/** Checks the result: as it was checked before, or as one says. Offered where the rows have a source to read again. */
export function VerifyButton({ request }: Props) {
  const mayRun = useMay('automation.view_request', 'queries.execute_savedquery')
  const [isOpen, setIsOpen] = useState(false)
  const { verify, isPending } = useVerify(request, { isSilent: false, onDone: () => undefined })
  const { source, verification } = request
  if (!mayRun || source === null) return null
  return (
    <>
      <Button
        impossible={isPending || verification?.status === 'pending' ? words.verificationPending : undefined}
        onClick={() =>
          verification ? verify({ expect: verification.expect, by: [...verification.by] }) : setIsOpen(true)
        }
      >
        {verification ? words.verifyAgain : words.verify}
      </Button>
      {isOpen && <VerifyDialog request={request} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function VerifyDialog({ request, onClose }: Props & { readonly onClose: () => void }) {
  const [expect, setExpect] = useState<Wire.VerifyBody['expect']>('gone')
  const [keys, setKeys] = useState(USUAL_KEY)
  const sending = useVerify(request, { isSilent: true, onDone: onClose })
  const faults = formFaults(sending.error, ['by', 'expect'])
  const by = keys
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '')
  return (
    <FormDialog
      title={words.verifyTitle}
      sending={sending}
      faults={[...faults.general, ...faults.of('expect')]}
      verb={words.verify}
      leave={words.back}
      onSubmit={() => sending.verify({ expect, ...(by.length > 0 && { by }) })}
      onClose={onClose}
    >
      <p>{words.verifyText}</p>
      <RadioGroup label={words.expect} choices={CHOICES} value={expect} onChange={setExpect} />
      <TextField
        label={words.keys}
        hint={words.keysHint}
        isCode
        value={keys}
        faults={faults.of('by')}
        onChange={(event) => setKeys(event.currentTarget.value)}
      />
    </FormDialog>
  )
}

type Options = { readonly isSilent: boolean; readonly onDone: () => void }

function useVerify({ id }: Wire.AutomationRequestDetail, { isSilent, onDone }: Options) {
  const { requests } = useHeddle().automation
  const cache = useQueryClient()
  const write = useWrite({
    mutationFn: (body: Wire.VerifyBody) => requests.verify(id, body),
    onSuccess: async () => {
      onDone()
      await cache.invalidateQueries({ queryKey: AUTOMATION_KEY })
    },
    onError: (error, body) => {
      if (!isSilent) toastFailure(words.notVerified, error, { onRetry: () => write.mutate(body) })
    },
  })
  return { error: write.error, isPending: write.isPending, verify: (body: Wire.VerifyBody) => write.mutate(body) }
}
