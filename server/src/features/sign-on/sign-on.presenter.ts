import type { LinkedSignOn } from '@heddle/contract/sign-on.ts'
import { timestamp } from '../../kernel/instants.ts'
import type { Provider } from './sign-on-parts.ts'
import type { IdentityRow } from './sign-on.store.ts'

/** A provider that is no longer in the settings keeps its name. */
export function presentLinked(
  { id, provider, email, createdAt, lastUsedAt }: IdentityRow,
  providers: ReadonlyMap<string, Pick<Provider, 'label'>>,
): LinkedSignOn {
  return {
    id,
    provider,
    label: providers.get(provider)?.label ?? provider,
    email,
    created_at: timestamp(createdAt),
    last_used_at: lastUsedAt && timestamp(lastUsedAt),
  }
}
