import { useState } from 'react'
import { Switch } from '../../../components/switch.tsx'
import { toastFailure } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { useWrite } from '../../../lib/use-write.ts'
import { usePacksChanged } from './api.ts'
import { words } from './words.ts'

type Props = { readonly pack: string; readonly check: Wire.InstalledCheck }

/** Whether a check runs with its pack; as the pack has it, it does. */
export function CheckSwitch({ pack, check: { id, enabled } }: Props) {
  const { packs } = useHeddle()
  const changed = usePacksChanged()
  const [wanted, setWanted] = useState<boolean>()
  const write = useWrite({
    mutationFn: (isOn: boolean) => packs.checks(pack, id, { enabled: isOn ? null : false }),
    onError: (error) => toastFailure(words.notChanged(id), error),
    onSuccess: changed,
    onSettled: () => setWanted(undefined),
  })
  const handleChange = (isOn: boolean) => {
    if (wanted !== undefined) return
    setWanted(isOn)
    write.mutate(isOn)
  }
  return <Switch label={words.switchOf(id)} isOn={wanted ?? enabled} onChange={handleChange} />
}
