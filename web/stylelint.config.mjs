// Style sheets and the <style> of components. Each rule that is off or changed has its reason here.
export default {
  extends: ['stylelint-config-standard', 'stylelint-config-html/svelte'],
  ignoreFiles: ['dist/**', 'node_modules/**'],
  rules: {
    // A class is read alone, in a test and in a browser's inspector: words, of three letters at least.
    'selector-class-pattern': [
      '^(?=(.*[a-z]){3})[a-z][a-z0-9]*(-[a-z0-9]+)*$',
      { message: (selector) => `"${selector}": kebab-case, of three letters at least` },
    ],
    // Svelte's way to name what another component draws.
    'selector-pseudo-class-no-unknown': [true, { ignorePseudoClasses: ['global'] }],
    // A layout for one shape of window stands below all that it changes, whatever that is called.
    'no-descending-specificity': null,
  },
};
