/*
 * Runs before the window, in any browser: what stops the window from being built is shown, never a blank page.
 * Written for engines that cannot read the window's own script (ECMAScript 5, no build).
 */
(function () {
  'use strict';

  var OLDEST = 'Chrome or Edge 140, Firefox 135, Safari 18.4';
  var isBuilt = false;
  var isShown = false;

  /** What the window cannot do without, as far as an engine that misses it can be asked. */
  function missing() {
    /** @type {string[]} */
    var names = [];
    /** @param {string} name @param {boolean} has */
    function need(name, has) {
      if (!has) names.push(name);
    }
    need('Uint8Array.fromBase64', typeof Uint8Array === 'function' && 'fromBase64' in Uint8Array);
    need('JSON.rawJSON', typeof JSON === 'object' && 'rawJSON' in JSON);
    need('Iterator', typeof Iterator === 'function' && 'map' in Iterator.prototype);
    need('popover', typeof HTMLElement === 'function' && 'popover' in HTMLElement.prototype);
    need('light-dark()', !!window.CSS && !!CSS.supports && CSS.supports('color', 'light-dark(#000, #fff)'));
    return names;
  }

  /** @param {string} name @param {string} text */
  function element(name, text) {
    var made = document.createElement(name);
    made.appendChild(document.createTextNode(text));
    return made;
  }

  /**
   * Shows why there is no window, and what to do. The first reason stays.
   * @param {string} title @param {string[]} paragraphs @param {string} detail
   */
  function show(title, paragraphs, detail) {
    if (isBuilt || isShown) return;
    isShown = true;
    function fill() {
      var page = document.createElement('main');
      var box = document.createElement('div');
      box.className = 'startup-problem';
      box.setAttribute('role', 'alert');
      box.appendChild(element('h1', title));
      for (var at = 0; at < paragraphs.length; at += 1) box.appendChild(element('p', paragraphs[at] || ''));
      if (detail) box.appendChild(element('pre', detail));
      var again = element('button', 'Reload page');
      again.addEventListener('click', function () {
        location.reload();
      });
      box.appendChild(again);
      page.appendChild(box);
      var app = document.getElementById('app') || document.body;
      while (app.firstChild) app.removeChild(app.firstChild);
      app.appendChild(page);
    }
    if (document.body) fill();
    else document.addEventListener('DOMContentLoaded', fill);
  }

  /** @param {string} detail */
  function tooOld(detail) {
    show(
      'This browser is too old for Dossier',
      [
        'Update it, or open the address in another browser: ' + OLDEST + ', or newer.',
        'Run "dossier serve" again for an address that lets another browser in.',
      ],
      detail,
    );
  }

  /** @param {string} detail */
  function failed(detail) {
    show(
      'The window could not be built',
      [
        'Nothing that was saved is lost. Reload the page.',
        'If this comes again, restart Dossier, or open the address in another browser.',
      ],
      detail,
    );
  }

  window.addEventListener(
    'error',
    function (event) {
      var from = event.target;
      if (from && from !== window) {
        // A file of the page that could not be fetched: an icon is no reason, a script is one.
        if (from instanceof HTMLScriptElement) failed('Part of the window could not be loaded.');
        return;
      }
      var said = String(event.message || 'Unknown error');
      if (event.error instanceof SyntaxError) tooOld(said);
      else failed(said);
    },
    true,
  );
  window.addEventListener('unhandledrejection', function (event) {
    /** @type {unknown} */
    var reason = event.reason;
    failed(reason instanceof Error ? reason.message : String(reason));
  });

  var names = missing();
  if (names.length > 0) tooOld('It lacks ' + names.join(', ') + '.');

  /** The window asks whether to begin, and says when it stands: from then on it shows its own errors. */
  window.dossierStartup = {
    refused: names.length > 0,
    built: function () {
      isBuilt = true;
    },
  };
})();
