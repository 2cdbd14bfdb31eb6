import { formatNumber, plural } from '../../lib/i18n/plural.ts'

const tokens = (count: number) => plural(count, { one: '# token', other: '# tokens' })

/** The words of the pages about AI. */
export const words = {
  title: 'AI',
  intro:
    'A language model turns questions into queries, and explains queries and changes. Without a provider everything works by rules: Ask finds classes by words, and explanations are written from the canvas.',
  failure: 'The AI settings could not be read.',
  ownFailure: 'Your provider could not be read.',
  usageFailure: 'Your use of AI could not be read.',
  use: {
    title: 'Your use',
    off: 'AI is switched off for everybody.',
    notAllowed: 'None of your groups may use AI. An administrator can allow it in the quota of a group.',
    today: (used: number, quota: number | null) =>
      quota === null
        ? `${plural(used, { one: '# use', other: '# uses' })} today; you have no daily limit.`
        : `${formatNumber(used)} of ${plural(quota, { one: '# use', other: '# uses' })} today. The count begins again at 00:00 UTC.`,
    none: 'You have not used AI in the last 30 days.',
    days: 'Your use by day',
    day: 'Day (UTC)',
    uses: 'Uses',
    input: 'Tokens sent',
    output: 'Tokens received',
    cost: 'Providers charge for tokens, and Heddle does not know their prices. A use that failed does not count, but its tokens may be charged.',
    sent: (sharesResults: boolean) =>
      `What is sent: your question, the parts of the class model that it needs, and the canvas with its filter values. Never sent: passwords, keys, addresses of controllers and who asks. ${
        sharesResults
          ? 'An administrator allows DNs, names and values of results to be sent with explanations of changes.'
          : 'DNs, names and values of results stay here.'
      } “What would be sent”, beside a question, shows the whole text before it is sent.`,
  },
  own: {
    title: 'Your provider',
    none: (platform: string | undefined) =>
      platform === undefined
        ? 'There is no provider for everybody. Set one up for your own questions.'
        : `Your questions go to the provider for everybody, ${platform}. You can set up one of your own instead; it is used for your questions only.`,
    setUp: 'Set up your own',
    goBack: 'Go back to the provider for everybody',
    wentBack: 'Your provider and its key were deleted.',
    notRemoved: 'Your provider was not deleted.',
    saved: 'Saved your provider.',
    notSaved: 'Your provider was not saved.',
  },
  platform: {
    title: 'For everybody',
    onlyAdministrators: 'An administrator decides this.',
    noProvider: 'none',
    provider: 'Provider',
    model: 'Model',
    enabled: 'AI may be used',
    enabledHint: 'The master switch. Groups also need “May use AI” in their quota.',
    shares: 'Send values of results',
    sharesHint: 'DNs, names and values of up to 20 differences, when changes are explained. Otherwise they stay here.',
    audits: 'Keep what was sent in the audit log',
    auditsHint: 'Each use leaves an entry in any case; this adds the text of the questions to it.',
    style: 'Style of explanations',
    verbosity: 'Length of explanations',
    complexity: 'Size of proposed queries',
    styles: { concise: 'Concise', normal: 'Normal', detailed: 'Detailed' },
    complexities: { auto: 'As the question needs', simple: 'Simple', normal: 'Normal', advanced: 'Advanced' },
    saved: 'Saved the AI settings.',
    notSaved: 'The AI settings were not saved.',
    on: 'on',
    off: 'off',
  },
  fields: {
    provider: 'Provider',
    noProvider: 'No provider',
    address: 'Base URL',
    addressNeeded: 'The address of the provider, such as http://ollama.example.net:11434.',
    addressOptional: 'Leave it empty unless you use a proxy.',
    model: 'Model',
    modelDefault: (model: string) => `Leave it empty for ${model}.`,
    live: (count: number) => `${plural(count, { one: '# model', other: '# models' })}, as the provider lists them now.`,
    usual: (why: string | undefined) => `The usual models. ${why ?? ''}`.trim(),
    readingModels: 'Reading the models…',
    readModels: 'Read the models again',
    deployment: 'Deployment name',
    key: 'API key',
    keySaved: 'A key is saved; it is never shown. Leave this empty to keep it.',
    keyDropped: 'The saved key belongs to another provider or address: type one, or none is kept.',
    keyNone: 'No key is saved.',
    keyOptional: 'Only for a proxy that asks for one.',
    removeKey: 'Remove the saved key',
    missing: 'It lacks something that the provider requires, and is not used yet.',
  },
  test: {
    verb: 'Test',
    testing: 'Asking the provider…',
    passed: (latency: number | undefined) =>
      latency === undefined ? 'The provider answered.' : `The model answered in ${formatNumber(latency)} ms.`,
    failed: 'The test failed.',
    noProvider: 'Choose a provider first.',
  },
  save: 'Save',
  nothingToSave: 'Nothing has changed.',
  tokens,
} as const
