import { generateModel } from '@heddle/simulators/registry/generate-model.ts'
import { readKnownClasses } from '@heddle/simulators/registry/known-classes.ts'
import { type AiSimulator, startAi } from '@heddle/simulators/ai/start-ai.ts'
import { KNOWN_CLASSES } from '@heddle/domain/mim/known-classes.ts'
import { OPERATOR_QUESTIONS } from '@heddle/domain/testing/operator-questions.ts'
import { installModel } from './mim/install-model.ts'
import { startTestApp, type TestApp } from './start-test-app.ts'

export type Assistant = TestApp & { readonly ai: AiSimulator; readonly setUpAi: (settings?: object) => Promise<void> }

/** The server with simulated AI providers that are not set up yet. */
export async function startAssistant(env: Readonly<Record<string, string>> = {}): Promise<Assistant> {
  const [app, ai] = await Promise.all([startTestApp({ env }), startAi()])
  const settings = () => ({
    ai_builder_enabled: true,
    platform_default_provider: 'openai',
    platform_base_url: ai.baseUrls.openai,
    platform_api_key: ai.settings.keys.openai,
  })
  return {
    ...app,
    ai,
    setUpAi: async (changes = {}) => {
      const { status, text } = await app.admin.patch('/api/ai/settings/', { ...settings(), ...changes })
      if (status !== 200) throw new Error(text)
    },
    stop: async () => {
      await app.stop()
      await ai.close()
    },
  }
}

/** Installs the classes that operators ask for, and those around them. */
export async function installOperatorModel({ app }: TestApp): Promise<void> {
  const known = readKnownClasses()
  const simulated = generateModel({ classes: known.length })
  const wanted = new Set([...KNOWN_CLASSES.keys(), ...OPERATOR_QUESTIONS.flatMap(({ classes }) => classes)])
  await installModel(
    app,
    simulated.classNames.filter((name) => wanted.has(name.replace(':', ''))).map((name) => simulated.document(name)),
  )
}
