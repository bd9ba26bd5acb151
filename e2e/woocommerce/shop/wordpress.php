<?php

declare(strict_types=1);

/** WordPress's own hooks, formatting and REST server, without its database: nothing that the plugin calls needs one. */

define('ABSPATH', (getenv('WORDPRESS_DIR') ?: '/usr/share/wordpress') . '/');
define('WPINC', 'wp-includes');
define('WP_CONTENT_DIR', sys_get_temp_dir());
define('WP_LANG_DIR', WP_CONTENT_DIR . '/languages');
define('WP_DEBUG', false);

foreach (
    [
        'version', 'compat', 'load', 'plugin', 'class-wp-error', 'functions', 'formatting', 'kses', 'l10n', 'pomo/translations', 'link-template',
        'class-wp-textdomain-registry', 'http',
        'class-wp-http-response', 'rest-api', 'rest-api/class-wp-rest-request', 'rest-api/class-wp-rest-response',
        'rest-api/class-wp-rest-server', 'class-wp-list-util', 'blocks', 'class-wp-block-type-registry',
    ] as $file
) {
    if (is_file(ABSPATH . WPINC . "/$file.php")) {
        require_once ABSPATH . WPINC . "/$file.php";
    }
}

$GLOBALS['wp_textdomain_registry'] = new WP_Textdomain_Registry();

/** @var array<string, mixed> the options of this shop */
$options = json_decode((string) getenv('SHOP_OPTIONS'), true, 16, JSON_THROW_ON_ERROR);
$options += [
    'siteurl' => 'http://127.0.0.1',
    'home' => 'http://127.0.0.1',
    'blog_charset' => 'UTF-8',
    'WPLANG' => 'en_US',
    // Plain addresses: WordPress's own rewrite rules would need its whole start.
    'permalink_structure' => '',
];
foreach ($options as $name => $value) {
    add_filter("pre_option_$name", static fn () => $value);
}
