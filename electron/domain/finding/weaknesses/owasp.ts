import type { Catalogued } from './weaknesses.ts';

/** Categories of the OWASP Top 10 and of its list for interfaces, the newest edition first. */
export const riskCategories: readonly Catalogued[] = [
  ...topTen('2025', 'https://owasp.org/Top10/2025/', [
    'Broken Access Control',
    'Security Misconfiguration',
    'Software Supply Chain Failures',
    'Cryptographic Failures',
    'Injection',
    'Insecure Design',
    'Authentication Failures',
    'Software or Data Integrity Failures',
    'Security Logging and Alerting Failures',
    'Mishandling of Exceptional Conditions',
  ]),
  ...topTen('2021', 'https://owasp.org/Top10/', [
    'Broken Access Control',
    'Cryptographic Failures',
    'Injection',
    'Insecure Design',
    'Security Misconfiguration',
    'Vulnerable and Outdated Components',
    'Identification and Authentication Failures',
    'Software and Data Integrity Failures',
    'Security Logging and Monitoring Failures',
    'Server-Side Request Forgery (SSRF)',
  ]),
  ...[
    ['0xa1', 'Broken Object Level Authorization'],
    ['0xa2', 'Broken Authentication'],
    ['0xa3', 'Broken Object Property Level Authorization'],
    ['0xa4', 'Unrestricted Resource Consumption'],
    ['0xa5', 'Broken Function Level Authorization'],
    ['0xa6', 'Unrestricted Access to Sensitive Business Flows'],
    ['0xa7', 'Server Side Request Forgery'],
    ['0xa8', 'Security Misconfiguration'],
    ['0xa9', 'Improper Inventory Management'],
    ['0xaa', 'Unsafe Consumption of APIs'],
  ].map(([place = '', name = ''], at) => ({
    key: `API${at + 1}:2023`,
    name,
    url: `https://owasp.org/API-Security/editions/2023/en/${place}-${name.toLowerCase().replaceAll(' ', '-')}/`,
  })),
  ...[
    ['Injection', 'Injection'],
    ['Broken Authentication', 'Broken_Authentication'],
    ['Sensitive Data Exposure', 'Sensitive_Data_Exposure'],
    ['XML External Entities (XXE)', 'XML_External_Entities_(XXE)'],
    ['Broken Access Control', 'Broken_Access_Control'],
    ['Security Misconfiguration', 'Security_Misconfiguration'],
    ['Cross-Site Scripting (XSS)', 'Cross-Site_Scripting_(XSS)'],
    ['Insecure Deserialization', 'Insecure_Deserialization'],
    ['Using Components with Known Vulnerabilities', 'Using_Components_with_Known_Vulnerabilities'],
    // The site's own address escapes the ampersand twice.
    ['Insufficient Logging & Monitoring', 'Insufficient_Logging%2526Monitoring'],
  ].map(([name = '', page = ''], at) => ({
    key: `A${at + 1}:2017`,
    name,
    url: `https://owasp.org/www-project-top-ten/2017/A${at + 1}_2017-${page}`,
  })),
];

/** The category that an address names, with or without a slash or `.html` at its end; undefined for any other text. */
export function riskCategoryAt(url: string): Catalogued | undefined {
  const wanted = comparable(url);
  return riskCategories.find((category) => comparable(category.url) === wanted);
}

function topTen(edition: string, folder: string, names: readonly string[]): Catalogued[] {
  return names.map((name, at) => {
    const place = String(at + 1).padStart(2, '0');
    return {
      key: `A${place}:${edition}`,
      name,
      url: `${folder}A${place}_${edition}-${name.replaceAll(' ', '_')}/`,
    };
  });
}

/** The site moved the edition of 2021 into a folder of its own; both addresses lead there. Brackets may be escaped. */
function comparable(url: string): string {
  return url
    .replaceAll('%28', '(')
    .replaceAll('%29', ')')
    .replace(/^http:/i, 'https:')
    .replace(/(?:\.html)?\/?$/, '')
    .replace('/Top10/2021/', '/Top10/')
    .toLowerCase();
}
