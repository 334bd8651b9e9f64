import { burp } from './burp.ts';
import { csv } from './csv.ts';
import { dossier } from './dossier.ts';
import type { ScanFormat } from './format.ts';
import { nessus } from './nessus.ts';
import { niktoJson, niktoXml } from './nikto.ts';
import { nmap } from './nmap.ts';
import { nuclei } from './nuclei.ts';
import { openvas } from './openvas.ts';
import { qualys } from './qualys.ts';
import { defectdojo } from './report-tools/defectdojo.ts';
import { ghostwriter, ghostwriterCsv } from './report-tools/ghostwriter.ts';
import { pwndoc, pwndocYaml } from './report-tools/pwndoc.ts';
import { sysreptor, sysreptorToml } from './report-tools/sysreptor.ts';
import { sarif } from './sarif.ts';
import { semgrep } from './semgrep.ts';
import { testssl } from './testssl.ts';
import { trivy } from './trivy.ts';
import { zapJson, zapXml } from './zap.ts';

export type { ScanFormat } from './format.ts';

/** Every kind of file that is read. The first that recognises a file reads it. */
export const scanFormats: readonly ScanFormat[] = [
  burp,
  nessus,
  nmap,
  openvas,
  qualys,
  zapXml,
  niktoXml,
  dossier,
  sysreptor,
  pwndoc,
  ghostwriter,
  sarif,
  zapJson,
  trivy,
  testssl,
  niktoJson,
  nuclei,
  semgrep,
  defectdojo,
  ghostwriterCsv,
  pwndocYaml,
  sysreptorToml,
  // Words in a row: asked last.
  csv,
];
