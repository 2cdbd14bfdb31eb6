/** A question as an operator writes it, the classes its query needs, and the pairs of classes to be joined. */
export type OperatorQuestion = {
  readonly text: string
  readonly classes: readonly string[]
  readonly joins?: readonly (readonly [string, string])[]
}

/** Sixty questions from all over the field, some with typos, to measure retrieval with. */
export const OPERATOR_QUESTIONS: readonly OperatorQuestion[] = [
  // Tenants
  { text: 'which bridge domains have no subnet?', classes: ['fvBD', 'fvSubnet'], joins: [['fvBD', 'fvSubnet']] },
  {
    text: 'list all EPGs with their bridge domain and VRF',
    classes: ['fvAEPg', 'fvBD', 'fvCtx', 'fvRsBd', 'fvRsCtx'],
    joins: [
      ['fvAEPg', 'fvBD'],
      ['fvBD', 'fvCtx'],
    ],
  },
  { text: 'VRFs that are unenforced', classes: ['fvCtx'] },
  { text: 'show me brigde domains with arp flooding', classes: ['fvBD'] },
  { text: 'bds that are not assigned to any vrf', classes: ['fvBD', 'fvCtx', 'fvRsCtx'], joins: [['fvBD', 'fvCtx']] },
  { text: 'which subnets are advertised externally', classes: ['fvSubnet'] },
  { text: 'unused contracts', classes: ['vzBrCP', 'fvRsProv', 'fvRsCons'] },
  {
    text: 'which EPGs provide or consume the contract web-to-db?',
    classes: ['fvAEPg', 'vzBrCP', 'fvRsProv', 'fvRsCons'],
    joins: [['fvAEPg', 'vzBrCP']],
  },
  {
    text: 'contracts with a filter that permits everything',
    classes: ['vzBrCP', 'vzSubj', 'vzFilter', 'vzEntry', 'vzRsSubjFiltAtt'],
    joins: [['vzBrCP', 'vzFilter']],
  },
  { text: 'filters that nobody uses', classes: ['vzFilter', 'vzRsSubjFiltAtt'] },
  { text: 'contracts with global scope and who provides them', classes: ['vzBrCP', 'fvRsProv'] },
  {
    text: 'how many application profiles and EPGs are there per tenant',
    classes: ['fvTenant', 'fvAp', 'fvAEPg'],
    joins: [
      ['fvTenant', 'fvAEPg'],
      ['fvAp', 'fvAEPg'],
    ],
  },
  {
    text: 'epgs without a static port or vmm domain',
    classes: ['fvAEPg', 'fvRsPathAtt', 'fvRsDomAtt'],
    joins: [['fvAEPg', 'fvRsPathAtt']],
  },
  {
    text: 'on which ports is epg prod-web statically deployed?',
    classes: ['fvAEPg', 'fvRsPathAtt'],
    joins: [['fvAEPg', 'fvRsPathAtt']],
  },
  {
    text: 'duplicate subnets in one VRF',
    classes: ['fvSubnet', 'fvCtx', 'fvBD', 'fvRsCtx'],
    joins: [
      ['fvBD', 'fvCtx'],
      ['fvBD', 'fvSubnet'],
    ],
  },
  {
    text: 'L3Outs and the VRF they belong to',
    classes: ['l3extOut', 'fvCtx', 'l3extRsEctx'],
    joins: [['l3extOut', 'fvCtx']],
  },
  {
    text: 'external epgs that classify 0.0.0.0/0',
    classes: ['l3extInstP', 'l3extSubnet'],
    joins: [['l3extInstP', 'l3extSubnet']],
  },
  {
    text: 'static routes with next hop on my border leafs',
    classes: ['ipRouteP', 'ipNexthopP', 'l3extRsNodeL3OutAtt'],
    joins: [['ipRouteP', 'ipNexthopP']],
  },
  {
    text: 'bridge domains associated with an l3out',
    classes: ['fvBD', 'l3extOut', 'fvRsBDToOut'],
    joins: [['fvBD', 'l3extOut']],
  },
  {
    text: 'endpoint security groups and their selectors',
    classes: ['fvESg', 'fvTagSelector'],
    joins: [['fvESg', 'fvTagSelector']],
  },
  // Endpoints
  { text: 'where is the endpoint with ip 10.1.2.3', classes: ['fvIp', 'fvCEp'], joins: [['fvCEp', 'fvIp']] },
  { text: 'find mac 00:50:56:AA:BB:CC', classes: ['fvCEp'] },
  { text: 'endpoints per epg', classes: ['fvCEp', 'fvAEPg'], joins: [['fvAEPg', 'fvCEp']] },
  { text: 'same ip address learned by several mac addresses', classes: ['fvIp', 'fvCEp'] },
  { text: 'which endpionts are in vlan 100', classes: ['fvCEp'] },
  // Access policies
  {
    text: 'vlan pools that no domain uses',
    classes: ['fvnsVlanInstP', 'infraRsVlanNs', 'physDomP'],
    joins: [['physDomP', 'fvnsVlanInstP']],
  },
  { text: 'overlapping vlan ranges', classes: ['fvnsEncapBlk', 'fvnsVlanInstP'] },
  {
    text: 'which aaep has which physical domains',
    classes: ['infraAttEntityP', 'physDomP', 'infraRsDomP'],
    joins: [['infraAttEntityP', 'physDomP']],
  },
  {
    text: 'policy groups with their AAEP',
    classes: ['infraAccPortGrp', 'infraAccBndlGrp', 'infraAttEntityP', 'infraRsAttEntP'],
    joins: [['infraAccPortGrp', 'infraAttEntityP']],
  },
  {
    text: 'interface selectors and port blocks of each leaf interface profile',
    classes: ['infraAccPortP', 'infraHPortS', 'infraPortBlk'],
    joins: [
      ['infraAccPortP', 'infraHPortS'],
      ['infraHPortS', 'infraPortBlk'],
    ],
  },
  {
    text: 'policy groups that no port selector references',
    classes: ['infraAccPortGrp', 'infraHPortS', 'infraRsAccBaseGrp'],
  },
  {
    text: 'which policy groups have LLDP disabled',
    classes: ['infraAccPortGrp', 'lldpIfPol', 'infraRsLldpIfPol'],
    joins: [['infraAccPortGrp', 'lldpIfPol']],
  },
  {
    text: 'EPGs attached to VMM domains',
    classes: ['fvAEPg', 'vmmDomP', 'fvRsDomAtt'],
    joins: [['fvAEPg', 'vmmDomP']],
  },
  { text: 'orphaned physical domains', classes: ['physDomP', 'infraRsDomP'] },
  // Fabric
  { text: 'which interfaces are down', classes: ['ethpmPhysIf', 'l1PhysIf'], joins: [['l1PhysIf', 'ethpmPhysIf']] },
  {
    text: 'ports admin up but operationally down',
    classes: ['ethpmPhysIf', 'l1PhysIf'],
    joins: [['l1PhysIf', 'ethpmPhysIf']],
  },
  {
    text: 'interfaces with CRC errors',
    classes: ['rmonEtherStats', 'l1PhysIf'],
    joins: [['l1PhysIf', 'rmonEtherStats']],
  },
  {
    text: 'list leaf switches with model, serial number and firmware version',
    classes: ['fabricNode', 'firmwareRunning'],
  },
  { text: 'which spines are not active?', classes: ['fabricNode'] },
  {
    text: 'port-channels and their member ports',
    classes: ['pcAggrIf', 'pcRsMbrIfs'],
    joins: [['pcAggrIf', 'pcRsMbrIfs']],
  },
  { text: 'vpcs that are down', classes: ['vpcIf'] },
  {
    text: 'vpc pairs with the ids of both switches',
    classes: ['fabricExplicitGEp', 'fabricNodePEp'],
    joins: [['fabricExplicitGEp', 'fabricNodePEp']],
  },
  {
    text: 'what is connected to leaf 101 according to lldp',
    classes: ['lldpAdjEp', 'fabricNode'],
    joins: [['fabricNode', 'lldpAdjEp']],
  },
  { text: 'cdp neighbours per interface', classes: ['cdpAdjEp', 'cdpIf'], joins: [['cdpIf', 'cdpAdjEp']] },
  {
    text: 'bgp sessions that are not established',
    classes: ['bgpPeerEntry', 'bgpPeer'],
    joins: [['bgpPeer', 'bgpPeerEntry']],
  },
  { text: 'ospf neighbors by interface', classes: ['ospfAdjEp', 'ospfIf'], joins: [['ospfIf', 'ospfAdjEp']] },
  { text: 'power supplies and fans that failed', classes: ['eqptPsu', 'eqptFt'] },
  { text: 'switches with high cpu or memory', classes: ['procSysCPU5min', 'procSysMem5min'] },
  { text: 'MTU of all interfaces', classes: ['l1PhysIf'] },
  { text: 'last reboot of every node', classes: ['topSystem'] },
  // Operations
  { text: 'critical faults', classes: ['faultInst'] },
  {
    text: 'faults on EPGs that nobody has acknowledged',
    classes: ['faultInst', 'fvAEPg'],
    joins: [['fvAEPg', 'faultInst']],
  },
  {
    text: 'tenants with a health score under 80',
    classes: ['fvTenant', 'healthInst'],
    joins: [['fvTenant', 'healthInst']],
  },
  { text: 'what firmware do the controllers run', classes: ['firmwareCtrlrRunning'] },
  { text: 'are backups scheduled and when did the last one run', classes: ['configExportP', 'configJob'] },
  // Security and history
  { text: 'who changed bridge domain web yesterday', classes: ['aaaModLR', 'fvBD'], joins: [['aaaModLR', 'fvBD']] },
  { text: 'deleted contracts in the audit log', classes: ['aaaModLR', 'vzBrCP'], joins: [['aaaModLR', 'vzBrCP']] },
  { text: 'failed logins last week', classes: ['aaaSessionLR'] },
  { text: 'local users with admin role', classes: ['aaaUser', 'aaaUserRole'], joins: [['aaaUser', 'aaaUserRole']] },
  { text: 'certificates about to expire', classes: ['pkiKeyRing'] },
]
