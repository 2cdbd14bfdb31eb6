/**
 * Explanations as models of each provider tell them, written down for measuring how many true sentences the check of
 * explanations keeps, and how many invented names it catches. Each answer is about the query of `toldQuery`; its true
 * sentences are true of that query, and each invented one names a single thing that the query does not have.
 */
export type ToldExplanation = {
  readonly provider: string
  readonly trueSentences: readonly string[]
  readonly invented: readonly Invention[]
}

/** What an invented sentence invents, so that one can say which kinds are caught. */
export type Invention = {
  readonly kind: 'class' | 'property' | 'number' | 'connection' | 'object'
  readonly text: string
}

/** Bridge domains of a tenant that flood ARP, with their VRFs and, where there are any, their subnets. */
export const toldQuery = {
  nodes: [
    {
      id: 'n1',
      class_name: 'fvBD',
      primary: true,
      scope_dn: 'uni/tn-prod',
      filters: [
        { property: 'name', operator: 'contains', value: 'web' },
        { property: 'arpFlood', operator: 'eq', value: 'yes' },
      ],
      properties: ['name', 'arpFlood', 'mtu'],
    },
    { id: 'n2', class_name: 'fvCtx', properties: ['name', 'pcEnfPref'] },
    { id: 'n3', class_name: 'fvSubnet', properties: ['ip', 'scope'] },
  ],
  edges: [
    { id: 'e1', source: 'n1', target: 'n2' },
    { id: 'e2', source: 'n1', target: 'n3', join: 'left' },
  ],
  post_processors: [
    { id: 'p1', type: 'sort', config: { columns: [{ column: 'name', direction: 'asc' }] } },
    { id: 'p2', type: 'limit', config: { count: 50 } },
  ],
}

export const TOLD_EXPLANATIONS: readonly ToldExplanation[] = [
  {
    provider: 'openai',
    trueSentences: [
      'This query reads every fvBD whose name contains web and joins the fvCtx it belongs to.',
      'Only bridge domains under `uni/tn-prod` are considered.',
      'It filters for `fvBD`s where `name` contains "web" and `arpFlood=yes`.',
      'Each bridge domain is matched to its VRF (fvBD→fvCtx) through the relation class `fvRsCtx`.',
      'Because this is an inner join, bridge domains without a resolvable VRF are excluded.',
      'Subnets (`fvSubnet`) are added with a left join, so bridge domains without subnets are still returned.',
      'A bridge domain may have 0 or more subnets, and produces one row per subnet.',
      'The two post-processing steps sort by `n1.name` in ascending order, and cut the list.',
      'Finally, the output is limited to the first 50 rows.',
      'Note that the limit is applied after sorting, so later names may be cut off.',
    ],
    invented: [
      { kind: 'class', text: 'It also reads every fvAEPg that uses the bridge domain.' },
      { kind: 'class', text: 'Contracts are looked up in `vzBrCP`.' },
      { kind: 'class', text: 'The fvAEPgs are listed as fvBD/fvAEPg pairs.' },
      { kind: 'property', text: 'They are sorted by `n1.bcastP`.' },
      { kind: 'number', text: 'The query joins four classes.' },
      { kind: 'property', text: 'Only bridge domains with `unkMacUcastAct` set are kept.' },
      { kind: 'property', text: 'The column limitIpLearnToSubnets is part of each row.' },
      { kind: 'number', text: 'The output is limited to the first 75 rows.' },
      { kind: 'number', text: 'About forty bridge domains match.' },
      { kind: 'connection', text: 'Each bridge domain is matched through `fvRsBDToOut`.' },
      { kind: 'object', text: 'Only objects below uni/tn-staging are read.' },
    ],
  },
  {
    provider: 'anthropic',
    trueSentences: [
      'The query looks for bridge domains (fvBD) in the tenant uni/tn-prod whose name contains "web" and that flood ARP.',
      'For each of them it follows fvRsCtx to the VRF (fvCtx) the bridge domain is attached to.',
      "A bridge domain that doesn't point to a VRF drops out here — this join keeps only matches on both sides.",
      "The subnets (fvSubnet) beneath a bridge domain are optional: where there are none, the row's subnet columns stay empty.",
      'Expect one row per bridge domain and subnet, so a bridge domain with many subnets shows up many times.',
      'The rows are then sorted by name, and everything after the first 50 is discarded.',
      "It's worth keeping in mind that the 50-row limit counts rows rather than bridge domains.",
      'The comparison with “web” is a plain substring match, so names like the ones that merely end in it are included too.',
      'Both conditions have to hold at once: the name must match, and arpFlood must be yes.',
      'In the output, three classes deep, you will find name, arpFlood and mtu for the bridge domain, plus pcEnfPref for its VRF.',
    ],
    invented: [
      { kind: 'class', text: 'Endpoints (fvCEp) that were learned in the bridge domain are counted as well.' },
      { kind: 'property', text: 'The row also has bcastP for the VRF.' },
      { kind: 'property', text: 'Only those with arpFlood=yes and ipLearning=yes are kept.' },
      { kind: 'connection', text: 'The path is fvBD→fvOut.' },
      { kind: 'number', text: 'This is a top-60 list after five steps.' },
      { kind: 'property', text: 'Note that `hostBasedRouting` has to be off.' },
      { kind: 'number', text: 'Twelve of the bridge domains have no subnets.' },
      { kind: 'number', text: 'Everything after the first 500 is discarded.' },
      { kind: 'connection', text: 'Subnets are reached by way of fvRsBDSubnetToProfile.' },
      { kind: 'object', text: 'The tenant “customer” is where they are.' },
      { kind: 'object', text: 'One of them is BD-web-frontend.' },
    ],
  },
  {
    provider: 'gemini',
    trueSentences: [
      '**Purpose:** This query identifies Bridge Domains (`fvBD`) within the tenant `tn-prod` that have ARP flooding enabled.',
      '**Filtering:** The name must contain the string `web`, and `arpFlood` must be `yes`.',
      '**Join 1:** Each Bridge Domain is linked to its VRF (`fvCtx`) using the `fvRsCtx` relation.',
      '**Join 2:** Associated Subnets (`fvSubnet`) are included via a left join.',
      'Bridge Domains that do not have any Subnets will still appear in the result set.',
      '**Sorting:** Results are ordered alphabetically by `name`.',
      '**Limit:** This is a top-50 list of fvBDs.',
      'An INNER JOIN is used for VRFs and a LEFT JOIN for Subnets, as in SQL.',
      'Network engineers can use this to audit which Layer 2 segments rely on ARP flooding.',
      'Be aware that a Bridge Domain with multiple Subnets will result in multiple rows.',
    ],
    invented: [
      { kind: 'class', text: '**Join 3:** Associated Application EPGs (`fvAEPg`) are included.' },
      { kind: 'class', text: 'Faults (faultInst) are attached to each Bridge Domain.' },
      { kind: 'property', text: '**Filtering:** The `ipLearning` flag must be enabled.' },
      { kind: 'property', text: 'The results are ordered by `modTs`.' },
      { kind: 'number', text: 'A maximum of 100 rows is returned.' },
      { kind: 'connection', text: 'Each Bridge Domain is linked by the `fvRsBDToNdP` relation.' },
      { kind: 'object', text: 'The Scope `uni/tn-common` restricts the search.' },
    ],
  },
  {
    provider: 'mistral',
    trueSentences: [
      'The primary class is fvBD, i.e. bridge domains.',
      'The scope is limited to the DN uni/tn-prod.',
      'Two filters are applied: name contains "web", and arpFlood is "yes".',
      'The bridge domains are joined with the VRFs (fvCtx) they refer to through fvRsCtx.',
      'The relation of bridge domains to fvCtx is 1:1 from their side, that to fvSubnets is 1:n.',
      'Non-matching subnets do not remove any bridge domain from the result.',
      'The properties ip and scope are shown for each subnet.',
      'After that, the rows are sorted by name (ascending).',
      'Only the first 50 rows are kept.',
      'The query therefore returns at most 50 rows, even if more bridge domains match.',
    ],
    invented: [
      { kind: 'class', text: 'The primary class is fvAp, i.e. application profiles.' },
      { kind: 'property', text: 'The properties ip and preferred are shown, with `virtual` as well.' },
      { kind: 'property', text: 'The filter epMoveDetectMode is applied too.' },
      { kind: 'number', text: 'Three hundred rows are kept.' },
      { kind: 'number', text: 'The query returns at most 51 rows.' },
      { kind: 'connection', text: 'They are joined through fvRtCtx.' },
      { kind: 'object', text: 'The scope is limited to the DN uni/tn-infra.' },
    ],
  },
  {
    provider: 'openrouter',
    trueSentences: [
      'In plain terms, this finds web bridge domains in the prod tenant and shows which VRF and subnets they use.',
      'It starts from fvBD objects below uni/tn-prod.',
      'A bridge domain is only included if its name has "web" somewhere in it.',
      'It must also have arpFlood turned on, i.e. set to "yes".',
      'From there, the query walks the fvRsCtx relationship to reach the fvCtx (VRF).',
      'Any fvSubnet children are pulled in as well, but they are not required.',
      'If a bridge domain has no subnet, you still get a row for it.',
      'The final table is sorted A-Z by name and has fvBD/fvCtx/fvSubnet columns.',
      'Only the top 50 rows make it into the result.',
      'Watch out: the same bridge domain can appear more than once if it has more than one subnet.',
    ],
    invented: [
      { kind: 'class', text: 'It starts from fvTenantPol objects.' },
      { kind: 'property', text: 'It must also have multiDstPktAct turned on.' },
      { kind: 'property', text: 'The table has a column called `ownerTag`.' },
      { kind: 'number', text: 'Only the top twenty rows make it into the result.' },
      { kind: 'connection', text: 'The query walks the fvRsBd relationship.' },
      { kind: 'object', text: 'It finds bridge domains in the Acme tenant.' },
      { kind: 'object', text: 'Leaf node-204 is where they are deployed.' },
    ],
  },
  {
    provider: 'azure_openai',
    trueSentences: [
      'The query retrieves bridge domains (fvBD) from the Cisco ACI fabric, restricted to the subtree uni/tn-prod.',
      'It applies a case-sensitive or case-insensitive "contains" match on name for the value web.',
      'It additionally requires that arpFlood is set to yes, meaning that ARP requests are flooded.',
      'For every bridge domain, the associated VRF (fvCtx) is resolved via the relation fvRsCtx.',
      'Subnets (fvSubnet) are joined as optional child objects.',
      'The join to fvSubnet is one-to-many, so a bridge domain may occur on several rows.',
      'The attribute pcEnfPref indicates the policy enforcement preference of the VRF.',
      'The attribute mtu is returned for each bridge domain.',
      'Post-processing sorts the rows by name and truncates the list to 50 entries.',
      'As a result, the output may be incomplete when there are more than 50 rows.',
    ],
    invented: [
      { kind: 'class', text: 'The associated L3Out (l3extOut) is resolved as well.' },
      { kind: 'class', text: 'Each fvEpP is joined as an optional child object.' },
      { kind: 'property', text: 'The attribute `bdEnforcedEnable` indicates enforcement.' },
      { kind: 'property', text: 'The attribute seg_id is returned for each bridge domain.' },
      { kind: 'number', text: 'The list is truncated to 1,000 entries.' },
      { kind: 'number', text: 'Roughly half of the bridge domains have ARP flooding.' },
      { kind: 'connection', text: 'The VRF is resolved via the relation fvRsOverrideCtx.' },
      { kind: 'object', text: 'The bridge domain "frontend" is one of them.' },
    ],
  },
  {
    provider: 'ollama',
    trueSentences: [
      'reads every fvBD whose name contains web and joins the fvCtx it belongs to',
      'This query is about bridge domains in ACI.',
      'First, the query gets all fvBD from uni/tn-prod.',
      'Second, it keeps those with arpFlood yes.',
      'Third, it joins fvCtx by fvRsCtx.',
      'Fourth, it left joins fvSubnet so that bridge domains with no subnet are kept also.',
      'Step 1 sorts by name and step 2 limits to 50 rows.',
      'The node n1 is the primary node, n2 is the VRF and n3 is the subnet.',
      'The columns are name, arpFlood, mtu, pcEnfPref, ip and scope.',
      'So the answer has no more than 50 rows in total.',
    ],
    invented: [
      { kind: 'class', text: 'First, the query gets all vnsAbsGraph.' },
      { kind: 'property', text: 'Second, it keeps those with unicastRoute yes.' },
      { kind: 'property', text: 'The columns are name, nameAlias and ip.' },
      { kind: 'number', text: 'Step 7 limits the rows.' },
      { kind: 'number', text: 'So the answer has no more than 20 rows in total.' },
      { kind: 'connection', text: 'Third, it joins fvCtx by fvRsVrf.' },
      { kind: 'object', text: 'The node n4 is the endpoint group.' },
      { kind: 'object', text: 'It reads 10.1.0.0/16 only.' },
    ],
  },
]
