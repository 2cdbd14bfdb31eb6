CREATE TABLE "ai_provider_configs" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"model" text NOT NULL,
	"base_url" text,
	"deployment_name" text,
	"api_key_sealed" text,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ai_settings" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"is_enabled" boolean NOT NULL,
	"provider" text,
	"model" text,
	"base_url" text,
	"deployment_name" text,
	"api_key_sealed" text,
	"prompt_style" text NOT NULL,
	"verbosity" text NOT NULL,
	"default_complexity" text NOT NULL,
	"shares_results" boolean NOT NULL,
	"audits_prompts" boolean NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ai_settings_one_row" CHECK ("ai_settings"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "ai_usage_days" (
	"user_id" integer NOT NULL,
	"day" date NOT NULL,
	"uses" integer NOT NULL,
	CONSTRAINT "ai_usage_days_user_id_day_pk" PRIMARY KEY("user_id","day")
);
--> statement-breakpoint
CREATE TABLE "ai_class_notes" (
	"graph_id" text NOT NULL,
	"class_name" text NOT NULL,
	"notes" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ai_class_notes_graph_id_class_name_pk" PRIMARY KEY("graph_id","class_name")
);
--> statement-breakpoint
ALTER TABLE "ai_provider_configs" ADD CONSTRAINT "ai_provider_configs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_usage_days" ADD CONSTRAINT "ai_usage_days_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;