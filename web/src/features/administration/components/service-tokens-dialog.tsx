import { useQuery } from '@tanstack/react-query'
import { Button } from '../../../components/button.tsx'
import { Dialog, DialogActions } from '../../../components/dialog.tsx'
import { Read } from '../../../components/read.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { serviceTokens } from '../api.ts'
import { words } from '../service-words.ts'
import { TokenTable } from './token-table.tsx'

type Props = { readonly account: Wire.ServiceAccount; readonly onClose: () => void }

/** The tokens of a service account, each of which can be revoked. */
export function ServiceTokensDialog({ account, onClose }: Props) {
  const heddle = useHeddle()
  const found = useQuery(serviceTokens(heddle, account.id))
  return (
    <Dialog title={words.tokensOf(account.name)} isOpen width={760} onClose={onClose}>
      <Read of={found} failure={words.tokensFailure} permission="users.manage_serviceaccount">
        {({ results }) =>
          results.length === 0 ? (
            <p>{words.noTokens}</p>
          ) : (
            <TokenTable
              tokens={results}
              remove={(token) => heddle.auth.serviceAccounts.tokens.remove(account.id, token)}
            />
          )
        }
      </Read>
      <DialogActions>
        <Button onClick={onClose}>{words.close}</Button>
      </DialogActions>
    </Dialog>
  )
}
