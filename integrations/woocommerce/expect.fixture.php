<?php

declare(strict_types=1);

$failures = 0;
register_shutdown_function(static function (): void {
    if ($GLOBALS['failures'] > 0) {
        exit(1);
    }
});

function expectSame(mixed $expected, mixed $found, string $name): void
{
    global $failures;
    if ($expected !== $found) {
        $failures++;
        echo "FAILED: $name\n  expected ", json_encode($expected), "\n  found    ", json_encode($found), "\n";
    }
}

/** @param list<string> $parts that the text has to have, each */
function expectIn(array $parts, string $text, string $name): void
{
    foreach ($parts as $part) {
        expectSame(true, str_contains($text, $part), "$name: \"$part\" in \"$text\"");
    }
}
