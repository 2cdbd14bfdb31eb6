import { pino } from 'pino'
import { buildDenyList } from '@heddle/server/adapters/outbound/deny-list.ts'
import { createOutboundRules } from '@heddle/server/adapters/outbound/outbound-rules.ts'
import { openAiProviders } from '@heddle/server/adapters/ai-provider/open-ai-providers.ts'
import { openSignOn } from '@heddle/server/adapters/sign-on/open-sign-on.ts'
import { createMimSources } from '@heddle/server/adapters/mim-source/mim-sources.ts'
import { createTotp } from '@heddle/server/adapters/totp/totp.ts'
import { openKeys } from '@heddle/server/compose/open-adapters.ts'
import { readConfig } from '@heddle/server/config/read-config.ts'
import { NO_TRACING } from '@heddle/server/kernel/tracing.ts'
import type { Surroundings } from './world-process.ts'

/** What processes have around them that no world changes: settings, keys, and adapters that nothing here uses. */
export async function createSurroundings(): Promise<Surroundings> {
  const read = readConfig({
    SECRET_KEY: 'a-key-of-all-worlds-which-protects-nothing',
    ADMIN_USERNAME: 'admin',
    ADMIN_PASSWORD: 'correct horse battery',
    BACKGROUND_QUERY_TIMEOUT_SECONDS: '60',
    PUBLIC_URL: 'https://heddle.test',
    OUTBOUND_DENY: '203.0.113.0/24',
  })
  if (!read.ok) throw new Error(read.problems.join('\n'))
  const { config } = read
  const denied = buildDenyList([])
  if (!denied.ok) throw new Error(denied.message)
  const { deny } = denied
  const logger = pino({ level: 'silent' })
  const outside = { deny, now: () => Date.now() }
  return {
    config,
    adapters: {
      ...(await openKeys(config, logger)),
      totp: createTotp(),
      hasher: {
        hash: async (password) => `plain ${password}`,
        verify: async (hash, password) => hash === `plain ${password}`,
      },
      isCommonPassword: async () => false,
      directory: undefined,
      signOn: openSignOn({ deny }),
      // A real resolver would answer whenever it likes.
      outbound: createOutboundRules(deny, () => Promise.resolve([{ address: '192.0.2.1', family: 4 }])),
      siem: [],
      ai: openAiProviders({ logger, deny }),
      mimSources: createMimSources({ url: 'https://registry.test', versions: [], ...outside }),
      objectStorage: undefined,
      tracing: NO_TRACING,
    },
  }
}
